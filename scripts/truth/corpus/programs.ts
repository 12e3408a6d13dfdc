import { deflateSync } from 'node:zlib'
import {
  asPem,
  makeCertificate,
  makePkcs7,
  makePkcs12,
  makeRequest,
} from '../../../analyzers/src/certificate/certificate-sample.ts'
import {
  makeElf,
  makeMachO,
  makePe,
  makeUniversal,
} from '../../../analyzers/src/executable/program-samples.ts'
import { type Entry, files, noise, sampleFiles, sentences, word } from '../entry.ts'
import { zip } from './zip.ts'

const code = (seed: number) =>
  Buffer.concat(
    Array.from({ length: 64 }, (_, at) =>
      Buffer.from([
        0x55,
        0x8b,
        0xec,
        0x83,
        0xec,
        (at * seed) & 0x7f,
        0xc7,
        0x45,
        0xfc,
        at & 7,
        0,
        0,
        0,
        0x8b,
        0x45,
        0xfc,
        0xc9,
        0xc3,
      ]),
    ),
  )
const version = (name: string) => ({
  CompanyName: 'Acme',
  FileDescription: name,
  FileVersion: '1.2.3.4',
  ProductName: name,
  OriginalFilename: `${name}.exe`,
})
const usual = {
  'KERNEL32.dll': [
    'CreateFileW',
    'ReadFile',
    'WriteFile',
    'CloseHandle',
    'GetLastError',
    'HeapAlloc',
    'GetProcAddress',
    'LoadLibraryW',
    'ExitProcess',
    'IsDebuggerPresent',
  ],
  'USER32.dll': ['MessageBoxW', 'CreateWindowExW', 'DispatchMessageW'],
  'ADVAPI32.dll': ['RegOpenKeyExW', 'RegQueryValueExW'],
}
const text = { name: '.text', content: code(3), flags: 'rx' }
const data = { name: '.data', content: Buffer.alloc(2048, 1), flags: 'rw' }
const plain = () => makePe({ sections: [text, data], imports: usual, version: version('acme') })
const mixed = { name: '.text', content: noise(8192, 5), flags: 'rx' }

const programs: readonly Entry[] = [
  ...files('program', 'ordinary programs', [
    ['acme.exe', plain()],
    [
      'signed.exe',
      makePe({
        sections: [text, data],
        imports: usual,
        version: version('signed'),
        isSigned: true,
      }),
    ],
    ['library.dll', makePe({ sections: [text], imports: usual })],
    [
      'network.exe',
      makePe({
        sections: [text, data],
        imports: {
          ...usual,
          'WS2_32.dll': [1, 2, 3, 115],
          'WINHTTP.dll': ['WinHttpOpen', 'WinHttpConnect', 'WinHttpSendRequest'],
        },
        version: version('network'),
      }),
    ],
    [
      'service.exe',
      makePe({
        sections: [text, data],
        imports: {
          ...usual,
          'ADVAPI32.dll': ['OpenSCManagerW', 'CreateServiceW', 'StartServiceCtrlDispatcherW'],
        },
        version: version('service'),
      }),
    ],
    [
      'installer.exe',
      makePe({
        sections: [text, data],
        imports: usual,
        version: version('installer'),
        overlay: Buffer.concat([
          Buffer.from('Inno Setup Setup Data (6.2.0)'),
          deflateSync(noise(3000)),
        ]),
        isSigned: true,
      }),
    ],
    [
      'game.exe',
      makePe({
        sections: [text, data, { name: '_RDATA', content: Buffer.alloc(512) }],
        imports: {
          ...usual,
          'USER32.dll': ['GetAsyncKeyState', 'GetKeyState', 'SetCursorPos'],
          'd3d11.dll': ['D3D11CreateDevice'],
        },
        version: version('game'),
      }),
    ],
    [
      'console.exe',
      makePe({
        imports: {
          'KERNEL32.dll': [
            'GetStdHandle',
            'WriteConsoleW',
            'ExitProcess',
            'GetCommandLineW',
            'CreateProcessW',
            'WaitForSingleObject',
          ],
          'msvcrt.dll': ['printf', 'malloc', 'free', 'exit'],
        },
      }),
    ],
    [
      'dotnet.exe',
      makePe({
        sections: [text, { name: '.sdata', content: Buffer.alloc(512) }],
        imports: { 'mscoree.dll': ['_CorExeMain'] },
        version: version('dotnet'),
      }),
    ],
    [
      'driver.sys',
      makePe({
        sections: [text, { name: 'INIT', content: code(5), flags: 'rx' }],
        imports: {
          'ntoskrnl.exe': [
            'IoCreateDevice',
            'IoDeleteDevice',
            'RtlInitUnicodeString',
            'IofCompleteRequest',
          ],
        },
        isSigned: true,
      }),
    ],
    ['ls', makeElf()],
    ['libacme.so.1', makeElf({ entry: 0x210 })],
    ['tool-mac', makeMachO()],
    ['universal', makeUniversal([makeMachO(), makeMachO()])],
    ['unsigned-mac', makeMachO({ isSigned: false })],
    [
      'module.wasm',
      Buffer.concat([
        Buffer.from('0061736d01000000', 'hex'),
        Buffer.from('010401600000030201000a040102000b', 'hex'),
      ]),
    ],
    ['cache.pyc', Buffer.concat([Buffer.from('cb0d0d0a00000000', 'hex'), noise(300)])],
    [
      'Main.class',
      Buffer.concat([
        Buffer.from('cafebabe00000041000a', 'hex'),
        Buffer.from('0100044d61696e', 'hex'),
        Buffer.alloc(64),
      ]),
    ],
    ['font.ttf', Buffer.concat([Buffer.from('0001000000040040', 'hex'), noise(600)])],
    [
      'table.db',
      Buffer.concat([
        Buffer.from('SQLite format 3\0'),
        Buffer.from('1000010100402020', 'hex'),
        Buffer.alloc(4072),
      ]),
    ],
    [
      'song.mp3',
      Buffer.concat([
        Buffer.from('ID3\x04\0\0\0\0\0\0'),
        Buffer.from('fffb9064', 'hex'),
        noise(800),
      ]),
    ],
  ]),
  ...sampleFiles('program', 'appended program', /^(?:executable|file|archive|yara)\./, [
    [
      'setup.exe',
      Buffer.concat([plain(), makePe({ imports: { 'KERNEL32.dll': ['ExitProcess'] } })]),
    ],
    ['viewer.exe', Buffer.concat([plain(), noise(700), makePe()])],
    ['tool', Buffer.concat([makeElf(), makeElf()])],
    ['driver.exe', Buffer.concat([plain(), Buffer.alloc(512), makeElf()])],
    ['encoded.exe', Buffer.concat([plain(), Buffer.from(makePe().map((byte) => byte ^ 0x41))])],
    [
      'picture.exe',
      Buffer.concat([
        plain(),
        zip({ 'run.vbs': 'CreateObject("WScript.Shell").Run "cmd /c calc",0', 'a.exe': makePe() }),
      ]),
    ],
  ]),
  ...sampleFiles('program', 'what it can do', /^(?:executable|yara)\./, [
    [
      'inject.exe',
      makePe({
        sections: [text],
        imports: {
          'KERNEL32.dll': [
            'OpenProcess',
            word('Virtual', 'AllocEx'),
            word('Write', 'ProcessMemory'),
            word('CreateRemote', 'Thread'),
          ],
        },
      }),
    ],
    [
      'hollow.exe',
      makePe({
        sections: [text],
        imports: {
          'KERNEL32.dll': [
            'CreateProcessA',
            word('Write', 'ProcessMemory'),
            'SetThreadContext',
            'ResumeThread',
            word('Virtual', 'AllocEx'),
          ],
          'ntdll.dll': [word('NtUnmap', 'ViewOfSection')],
        },
      }),
    ],
    [
      'keys.exe',
      makePe({
        sections: [text],
        imports: {
          'USER32.dll': [
            word('SetWindows', 'HookExA'),
            'GetAsyncKeyState',
            'GetForegroundWindow',
            'GetWindowTextA',
          ],
          'KERNEL32.dll': ['ExitProcess'],
        },
      }),
    ],
    [
      'load.exe',
      makePe({
        sections: [text],
        imports: {
          'urlmon.dll': [word('URLDownload', 'ToFileA')],
          'SHELL32.dll': ['ShellExecuteA'],
        },
      }),
    ],
    [
      'upx.exe',
      makePe({
        sections: [
          { name: 'UPX0', content: Buffer.alloc(0), flags: 'rwx', virtualSize: 65_536 },
          { name: 'UPX1', content: noise(8192, 3), flags: 'rwx' },
        ],
        entry: 0x2000,
      }),
    ],
    [
      'packed.exe',
      makePe({
        sections: [{ ...mixed, flags: 'rwx' }],
        imports: { 'KERNEL32.dll': ['LoadLibraryA', 'GetProcAddress'] },
      }),
    ],
    ['outside.exe', makePe({ sections: [text], entry: 0x900000 })],
    [
      'dump.exe',
      makePe({
        sections: [text],
        imports: {
          'dbghelp.dll': [word('MiniDump', 'WriteDump')],
          'KERNEL32.dll': ['OpenProcess'],
          'ADVAPI32.dll': ['OpenProcessToken', 'AdjustTokenPrivileges'],
        },
      }),
    ],
    ['wx', makeElf({ segmentFlags: 7, stackFlags: 7 })],
  ]),
]

const day = (text: string) => new Date(text)
const pem = (options: Parameters<typeof makeCertificate>[0]) => asPem(makeCertificate(options))

const certificates = (): Entry[] => [
  ...files('certificate', 'ordinary certificates', [
    [
      'server.crt',
      pem({
        subject: 'www.example.org',
        issuer: 'R11',
        from: day('2026-05-01'),
        to: day('2026-12-30'),
        names: ['www.example.org', 'example.org'],
      }),
    ],
    [
      'expired.crt',
      pem({
        subject: 'old.example.org',
        issuer: 'R3',
        from: day('2021-01-01'),
        to: day('2021-04-01'),
        names: ['old.example.org'],
      }),
    ],
    [
      'expired long ago.pem',
      pem({
        subject: 'intranet',
        issuer: 'Corp CA',
        from: day('2010-01-01'),
        to: day('2015-01-01'),
      }),
    ],
    ['self.pem', pem({ subject: 'localhost', issuer: 'localhost', names: ['localhost'] })],
    [
      'printer.crt',
      pem({
        subject: 'HP1A2B3C',
        issuer: 'HP1A2B3C',
        from: day('2020-01-01'),
        to: day('2035-01-01'),
      }),
    ],
    [
      'expired self.crt',
      pem({
        subject: 'nas.local',
        issuer: 'nas.local',
        from: day('2018-01-01'),
        to: day('2019-01-01'),
      }),
    ],
    [
      'root.cer',
      makeCertificate({
        subject: 'Corp Root CA',
        issuer: 'Corp Root CA',
        from: day('2015-01-01'),
        to: day('2040-01-01'),
      }),
    ],
    [
      'wildcard.crt',
      pem({
        subject: '*.shop.example.com',
        issuer: 'GlobalSign',
        from: day('2026-01-01'),
        to: day('2027-01-01'),
        names: ['*.shop.example.com', 'shop.example.com'],
      }),
    ],
    [
      'chain.pem',
      pem({ subject: 'a.example.org' }) + pem({ subject: 'Sample Authority', issuer: 'Root' }),
    ],
    [
      'chain.p7b',
      makePkcs7([
        makeCertificate(),
        makeCertificate({ subject: 'Sample Authority', issuer: 'Root' }),
      ]),
    ],
    ['store.p12', makePkcs12()],
    ['request.csr', asPem(makeRequest(), 'CERTIFICATE REQUEST')],
    [
      'client.der',
      makeCertificate({ subject: 'Jane Doe', from: day('2026-01-01'), to: day('2027-12-01') }),
    ],
    [
      'big key.crt',
      pem({
        subject: 'vault.example.org',
        keyBits: 3072,
        from: day('2026-01-01'),
        to: day('2027-01-01'),
      }),
    ],
    [
      'old signature expired.crt',
      pem({ subject: 'legacy.example.org', from: day('2012-01-01'), to: day('2014-01-01') }),
    ],
  ]),
  ...sampleFiles('certificate', 'weak', /^certificate\./, [
    [
      'sha1.crt',
      pem({
        subject: 'login.example.net',
        hash: 'sha1',
        from: day('2026-01-01'),
        to: day('2027-01-01'),
      }),
    ],
    [
      'short.crt',
      pem({
        subject: 'mail.example.net',
        keyBits: 1024,
        from: day('2026-01-01'),
        to: day('2027-01-01'),
      }),
    ],
  ]),
  ...sampleFiles('certificate', 'names a look-alike', /^(?:certificate|domain|url)\./, [
    [
      'alike.crt',
      pem({
        subject: 'login.rnicrosoft.com',
        names: ['login.rnicrosoft.com'],
        from: day('2026-05-01'),
        to: day('2026-12-30'),
      }),
    ],
    [
      'alike2.crt',
      pem({
        subject: 'www.paypa1.com',
        names: ['www.paypa1.com', 'paypa1.com'],
        from: day('2026-05-01'),
        to: day('2026-12-30'),
      }),
    ],
  ]),
]

const plainTexts = (): Entry[] =>
  files('text', 'ordinary texts', [
    ['notes.txt', sentences(20).join('\n')],
    [
      'README.md',
      `# Acme\n\n${sentences(4).join('\n\n')}\n\n\`\`\`sh\ncurl -fsSL https://acme.example.com/install.sh | sh\n\`\`\`\n`,
    ],
    [
      'data.json',
      JSON.stringify({ items: sentences(5), url: 'https://www.example.org/' }, null, 2),
    ],
    [
      'feed.xml',
      `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><link>https://www.example.org/1</link></item></channel></rss>`,
    ],
    [
      'app.log',
      Array.from(
        { length: 40 },
        (_, at) =>
          `2026-06-01T10:00:${String(at).padStart(2, '0')}Z INFO request from 192.0.2.${at} took ${at} ms`,
      ).join('\n'),
    ],
    [
      'people.vcf',
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jane Doe\r\nEMAIL:jane@example.org\r\nEND:VCARD\r\n',
    ],
    [
      'values.yml',
      'image:\n  repository: ghcr.io/acme/app\n  tag: 1.2.3\ningress:\n  hosts: [app.example.org]\n',
    ],
    [
      'key.asc',
      `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${noise(400).toString('base64').replace(/.{64}/g, '$&\n')}\n=AbCd\n-----END PGP PUBLIC KEY BLOCK-----\n`,
    ],
    [
      'style.css',
      'body { font: 14px/1.4 sans-serif; background: url(data:image/png;base64,iVBORw0KGgo=) }\n',
    ],
    ['app.js.map', '{"version":3,"sources":["../src/a.ts"],"names":[],"mappings":"AAAA,SAAS"}'],
    ['subtitles.srt', '1\n00:00:01,000 --> 00:00:03,000\nGood evening.\n'],
    [
      'report on attacks.md',
      `# How a mail attack works\n\nAttackers send an archive with a script. ${sentences(3).join(' ')} The host was files[.]example[.]net.\n`,
    ],
  ])

export const programEntries = (): Entry[] => [...programs, ...certificates(), ...plainTexts()]
