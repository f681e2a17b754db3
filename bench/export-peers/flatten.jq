# A saved reply as a CSV of all its columns: jq -r -f flatten.jq reply.json > out.csv
def escape: gsub("\\\\"; "\\\\") | gsub(";"; "\\;");
def text:
  if type == "array" and all(type == "string") then map(escape) | join("; ")
  elif type == "array" and all(type == "object" and has("key")) then map(select(.value).key | escape) | join("; ")
  elif type == "array" or type == "object" then tojson
  else . end;
def row:
  reduce (del(.data) | to_entries[]) as {$key, $value} ({};
    if $value | type == "object" then . + ($value | map_values(text)) else .[$key] = ($value | text) end)
  + reduce (.data[] | .questionId as $question | .response | del(.type, .headline, .componentShapeVersion)
      | to_entries[] | { key: "\($question).\(.key)", value: (.value | text) }) as {$key, $value} ({}; .[$key] = $value);
(.data | map(row)) as $rows
| ($rows | map(keys) | add | unique) as $names
| $names, ($rows[] | [.[$names[]]])
| @csv
