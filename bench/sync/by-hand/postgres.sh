set -e
formctl responses export --form "$FORM" --partials --require-complete --headers sql --out new.csv --force \
  --columns 'id,createdAt,updatedAt,finished,What is it about?,Your order number,Your message,fullName,emailAddress'
psql --quiet -v ON_ERROR_STOP=1 "$DATABASE" <<'SQL'
create table if not exists contact (
  id text primary key,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished boolean not null,
  topic text,
  order_number text,
  message text,
  person_full_name text,
  person_email_address text
);
begin;
create temporary table new (like contact) on commit drop;
\copy new from 'new.csv' with (format csv, header)
delete from contact where id not in (select id from new);
insert into contact select * from new
on conflict (id) do update set
  created_at = excluded.created_at,
  updated_at = excluded.updated_at,
  finished = excluded.finished,
  topic = excluded.topic,
  order_number = excluded.order_number,
  message = excluded.message,
  person_full_name = excluded.person_full_name,
  person_email_address = excluded.person_email_address
where contact.updated_at < excluded.updated_at;
commit;
SQL
