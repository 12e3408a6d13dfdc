import type { Ordinary } from './ordinary.ts'
import { word } from './sample.ts'

const download = word('Download', 'String')
const client = word('(New-Object System.Net.Web', 'Client)')
const iex = word('i', 'ex')
const curl = word('cu', 'rl')

const script = (filename: string, ...lines: string[]): Ordinary => ({
  filename,
  content: Buffer.from(`${lines.join('\n')}\n`),
})

const piped = (name: string, address: string, shell = 'sh') =>
  script(`${name}.sh`, '#!/bin/sh', 'set -eu', `${curl} -fsSL ${address} | ${shell}`)

const digest = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'

/** As administrators write them. */
export const ordinaryScripts = (): Ordinary[] => [
  piped('rustup', '--proto =https https://sh.rustup.rs', 'sh -s -- -y'),
  piped('docker', 'https://get.docker.com'),
  piped('node', 'https://deb.nodesource.com/setup_22.x', 'sudo -E bash -'),
  piped('k3s', 'https://get.k3s.io'),
  piped('poetry', 'https://astral.sh/uv/install.sh'),
  piped('nvm', 'https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.1/install.sh', 'bash'),
  piped('helm', 'https://raw.githubusercontent.com/helm/helm/main/scripts/get-helm-3', 'bash'),
  piped('homebrew', 'https://raw.githubusercontent.com/Homebrew/install/HEAD/install.sh', 'bash'),
  script(
    'awscli.sh',
    '#!/bin/bash',
    `${curl} -s https://awscli.amazonaws.com/awscli-exe-linux-x86_64.zip -o /tmp/aws.zip`,
    'unzip -q /tmp/aws.zip -d /tmp && sudo /tmp/aws/install',
  ),
  script(
    'compared.sh',
    '#!/bin/sh',
    `${curl} -fsSL https://downloads.tool.example/tool -o /tmp/tool`,
    `echo "${digest}  /tmp/tool" | sha256sum -c -`,
    'chmod +x /tmp/tool',
  ),
  script(
    'choco.ps1',
    'Set-ExecutionPolicy Bypass -Scope Process -Force',
    '[System.Net.ServicePointManager]::SecurityProtocol = [System.Net.ServicePointManager]::SecurityProtocol -bor 3072',
    `${iex} (${client}.${download}('https://community.chocolatey.org/install.ps1'))`,
    'choco install -y git 7zip vscode',
  ),
  script(
    'choco.bat',
    '@echo off',
    `@"%SystemRoot%\\System32\\WindowsPowerShell\\v1.0\\powershell.exe" -NoProfile -ExecutionPolicy Bypass -Command "${iex} (${client}.${download}('https://community.chocolatey.org/install.ps1'))"`,
    'choco upgrade all -y',
  ),
  script(
    'scoop.ps1',
    'Set-ExecutionPolicy RemoteSigned -Scope CurrentUser',
    `irm https://get.scoop.sh | ${iex}`,
  ),
  script(
    'winget.ps1',
    '$apps = @("Git.Git", "Mozilla.Firefox")',
    'foreach ($app in $apps) { Start-Process winget -ArgumentList "install --id $app --silent" -Wait }',
  ),
  script(
    'node.ps1',
    '$version = "22.11.0"',
    '$file = Join-Path $env:TEMP "node.msi"',
    'Invoke-WebRequest "https://nodejs.org/dist/v$version/node-v$version-x64.msi" -OutFile $file',
    'Start-Process msiexec.exe -ArgumentList "/i `"$file`" /qn /norestart" -Wait',
  ),
  script(
    'compared.ps1',
    'Invoke-WebRequest https://downloads.tool.example/setup.exe -OutFile C:\\Temp\\setup.exe',
    `if ((Get-FileHash C:\\Temp\\setup.exe).Hash -ne "${digest}") { throw "wrong file" }`,
    'Start-Process C:\\Temp\\setup.exe -ArgumentList "/S" -Wait',
  ),
  script(
    'ansible.ps1',
    '# https://docs.example.org/windows-setup',
    '$url = "https://raw.githubusercontent.com/ansible/ansible-documentation/devel/examples/scripts/ConfigureRemotingForAnsible.ps1"',
    '$file = "$env:temp\\ConfigureRemotingForAnsible.ps1"',
    `${client}.${word('Download', 'File')}($url, $file)`,
    'powershell.exe -ExecutionPolicy ByPass -File $file',
  ),
  script(
    'intune-detection.ps1',
    '$app = Get-ItemProperty "HKLM:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\*" | Where-Object DisplayName -like "7-Zip*"',
    'if ($app -and [version]$app.DisplayVersion -ge [version]"24.8") { Write-Output "Installed"; exit 0 }',
    'exit 1',
  ),
  script(
    'task.ps1',
    '$action = New-ScheduledTaskAction -Execute "powershell.exe" -Argument "-ExecutionPolicy Bypass -File C:\\Scripts\\backup.ps1"',
    '$trigger = New-ScheduledTaskTrigger -Daily -At 3am',
    'Register-ScheduledTask -TaskName "Backup" -Action $action -Trigger $trigger',
    'Start-Process notepad.exe C:\\Scripts\\readme.txt',
  ),
  script(
    'parameter.ps1',
    'param([Parameter(Mandatory)][string]$Url)',
    'Invoke-WebRequest $Url -OutFile setup.msi',
    'Start-Process msiexec.exe -ArgumentList "/i setup.msi /qb" -Wait',
  ),
  script(
    'logon.bat',
    '@echo off',
    'net use H: \\\\fileserver\\home /persistent:yes',
    'if exist "C:\\Program Files\\App\\app.exe" start "" "C:\\Program Files\\App\\app.exe"',
  ),
  script(
    'inventory.vbs',
    'Set shell = CreateObject("WScript.Shell")',
    'Set wmi = GetObject("winmgmts:\\\\.\\root\\cimv2")',
    'For Each os In wmi.ExecQuery("Select * from Win32_OperatingSystem")',
    '  WScript.Echo os.Caption',
    'Next',
  ),
]
