# Records the last command for `fix it`: its text and its exit code. PowerShell gives no way to
# keep what a native command printed without changing how it prints, so the output is not kept.
if (-not (Test-Path variable:global:__fixPrompt)) {
  $global:__fixPrompt = $function:prompt
  $global:__fixEntry = (Get-History -Count 1).Id
  $global:__fixDirectory = $PWD.ProviderPath
  $folder = Join-Path (Join-Path $HOME '.fix') 'shell'
  New-Item -ItemType Directory -Force -Path $folder | Out-Null
  if (-not $IsWindows -and (Get-Command chmod -ErrorAction Ignore)) { chmod 0700 $folder }
  $env:FIX_SHELL_RECORD = Join-Path $folder "$PID.$PID.last"
  Remove-Item Env:FIX_SHELL_LOG -ErrorAction Ignore
  Remove-Item Env:FIX_SHELL_TTY -ErrorAction Ignore
  Remove-Variable folder

  function global:prompt {
    $succeeded = $?
    # Before the first command there is no history and no exit code, which strict mode forbids.
    Set-StrictMode -Off
    $native = $global:LASTEXITCODE
    $entry = Get-History -Count 1
    $code = if ($succeeded) { 0 } elseif ($native -gt 0) { $native } else { 1 }
    # If `fix it` itself fails, the command before it stays the one to repair.
    $isOurs = $code -ne 0 -and $entry.CommandLine -match '^fix it(\s|$)'
    if ($entry -and $entry.Id -ne $global:__fixEntry -and -not $isOurs) {
      $fields = '2', $code, 'yes', $global:__fixDirectory, $PWD.ProviderPath, '', '', $entry.CommandLine
      [IO.File]::WriteAllText($env:FIX_SHELL_RECORD, ($fields -join "`0") + "`0")
    }
    $global:__fixEntry = $entry.Id
    $global:__fixDirectory = $PWD.ProviderPath
    $global:LASTEXITCODE = $native
    # The prompt below may show whether the last command succeeded, and sees it only this way.
    if (-not $succeeded) { Write-Error '' -ErrorAction Ignore }
    & $global:__fixPrompt
  }
}

# The completion script is loaded on first use.
Register-ArgumentCompleter -Native -CommandName fix -ScriptBlock {
  param($current, $line, $cursor)
  fix completion powershell | Out-String | Invoke-Expression
  # The line is told without the spaces after it, and the cursor counts from the first command.
  $at = $cursor - $line.Extent.StartOffset
  (TabExpansion2 -inputScript ("$line".PadRight($at)) -cursorColumn $at).CompletionMatches
}
