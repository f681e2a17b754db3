import { kindOf, type CompletedOption, type Model } from './model.ts'

/** The script for PowerShell. */
export const pwshScript = ({
  globals,
  places,
}: Model): string => `# Completion of formctl for PowerShell; made by: formctl completion pwsh
# In $PROFILE:  formctl completion pwsh | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName formctl -ScriptBlock {
    param($word, $ast, $cursor)
    $globals = @{
${optionLines(globals)}
        '--help' = @('', 'show what a command does')
    }
    $places = @{
${places
  .map(
    ({ words, next, options, narrowed, values }) => `        ${quoted(words)} = @{
            Next = @{ ${next.map(({ word, summary }) => `${quoted(word)} = ${quoted(summary)}`).join('; ')} }
            Options = @{
${optionLines(options)}
            }
            Narrowed = @{
${optionLines(narrowed)}
            }
            Kind = ${quoted(kindOf(values))}
        }`,
  )
  .join('\n')}
    }
    $at = ''
    $pending = ''
    # Only what stands before the cursor, without the word that is being typed.
    $before = @($ast.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
    foreach ($one in $before) {
        if ($pending) { $pending = ''; continue }
        if ($one -like '-*') {
            $option = $places[$at].Options[$one]
            if (-not $option) { $option = $places[$at].Narrowed[$one] }
            if (-not $option) { $option = $globals[$one] }
            if ($option) { $pending = $option[0] }
        } else {
            $longer = "$at $one".Trim()
            if ($places.ContainsKey($longer)) { $at = $longer }
        }
    }
    $place = $places[$at]
    $kind = if ($pending) { $pending } else { $place.Kind }
    function Offer($text, $about) {
        if ($text -like "$word*") {
            [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $about)
        }
    }
    if (-not $pending -and $word -like '-*') {
        foreach ($table in $place.Options, $globals) {
            foreach ($name in $table.Keys | Sort-Object) { Offer $name $table[$name][1] }
        }
    } elseif (-not $pending -and $place.Next.Count) {
        foreach ($name in $place.Next.Keys | Sort-Object) { Offer $name $place.Next[$name] }
    } elseif ($kind -eq 'form') {
        $state = if ($env:XDG_STATE_HOME) { $env:XDG_STATE_HOME } elseif ($env:LOCALAPPDATA) { $env:LOCALAPPDATA } else { "$HOME/.local/state" }
        if (Test-Path "$state/formctl/known-forms") {
            foreach ($line in Get-Content "$state/formctl/known-forms") {
                $id, $name = $line -split "\`t", 2
                if ($id -match '^[A-Za-z0-9_-]+$') { Offer $id "$name " }
            }
        }
    } elseif ($kind -eq 'profile') {
        Offer 'default' 'the profile without a name'
        $config = if ($env:XDG_CONFIG_HOME) { $env:XDG_CONFIG_HOME } elseif ($env:APPDATA) { $env:APPDATA } else { "$HOME/.config" }
        foreach ($file in "$config/formctl/config.yaml", 'formctl.yaml') {
            if (-not (Test-Path $file)) { continue }
            $inside = $false
            $indent = ''
            foreach ($line in Get-Content $file) {
                if ($line -like 'profiles:*') { $inside = $true }
                elseif ($line -match '^[^\\s#]') { $inside = $false }
                elseif ($inside -and $line -match '^(\\s+)([A-Za-z0-9._-]+):') {
                    if (-not $indent) { $indent = $Matches[1] }
                    if ($Matches[1] -eq $indent) { Offer $Matches[2] $file }
                }
            }
        }
    } elseif ($kind -notin 'file', 'folder', 'text', '') {
        foreach ($one in $kind -split ' ') { Offer $one $one }
    }
}
`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const optionLines = (options: readonly CompletedOption[]): string =>
  options
    .flatMap(({ flags, summary, values }) =>
      flags.map((flag) => `        ${quoted(flag)} = @(${quoted(kindOf(values))}, ${quoted(summary)})`),
    )
    .join('\n')
