# Completes our own words. A command after them is completed by its own completer.
Register-ArgumentCompleter -Native -CommandName fix -ScriptBlock {
  param($current, $line, $cursor)
  $flags = @{ @FLAGS@ }
  $words = @{ @VERBS@ }
  $takesContract = @(@CONTRACTS@)
  $said = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  $verb = @($said | Where-Object { $_ -notlike '-*' -and $_ -ne $current })[0]
  if ($null -eq $verb) { $verb = '' }
  $offered = if ($current -like '-*') { $flags[$verb] } else { $words[$verb] }
  if ($takesContract -contains $verb) { $offered = @($offered) + @(fix completion contracts) }
  $offered | Where-Object { $_ -and $_ -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
