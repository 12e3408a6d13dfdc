export interface ShellLink {
  readonly target: string
  readonly args?: string
  readonly icon?: string
  readonly folder?: string
  readonly description?: string
  readonly window?: number
  readonly tail?: Buffer
}

const text = (value: string) => {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(value.length)
  return Buffer.concat([length, Buffer.from(value, 'utf16le')])
}

/** As Explorer writes it: the place on the disk as items and with the volume, then the texts. */
export function shellLink(link: ShellLink): Buffer {
  const { target, args, icon, folder, description, window = 1, tail = Buffer.alloc(0) } = link
  const header = Buffer.alloc(76)
  header.writeUInt32LE(0x4c, 0)
  Buffer.from('0114020000000000c000000000000046', 'hex').copy(header, 4)
  const flags =
    0x01 |
    0x02 |
    0x80 |
    (description ? 4 : 0) |
    0x08 |
    (folder ? 0x10 : 0) |
    (args ? 0x20 : 0) |
    (icon ? 0x40 : 0)
  header.writeUInt32LE(flags, 20)
  header.writeUInt32LE(0x20, 24)
  header.writeUInt32LE(42_496, 52)
  header.writeUInt32LE(window, 60)
  const item = (type: number, name: string) => {
    const bytes = Buffer.concat([Buffer.alloc(14), Buffer.from(`${name}\0\0`, 'latin1')])
    const even = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])
    even.writeUInt16LE(even.length, 0)
    even[2] = type
    return even
  }
  const root = Buffer.from('14001f50e04fd020ea3a6910a2d808002b30309d', 'hex')
  const drive = Buffer.alloc(25)
  drive.writeUInt16LE(25, 0)
  drive[2] = 0x2f
  drive.write(`${target.slice(0, 3)}\0`, 3, 'latin1')
  const steps = target.split('\\').slice(1)
  const items = [
    root,
    drive,
    ...steps.map((name, at) => item(at === steps.length - 1 ? 0x32 : 0x31, name)),
    Buffer.alloc(2),
  ]
  const list = Buffer.concat(items)
  const listSize = Buffer.alloc(2)
  listSize.writeUInt16LE(list.length)
  const volume = Buffer.from('1500000003000000443a2f5e100000004f5300000000', 'hex').subarray(0, 21)
  const path = Buffer.from(`${target}\0`, 'latin1')
  const information = Buffer.alloc(28)
  information.writeUInt32LE(28 + volume.length + path.length + 1, 0)
  information.writeUInt32LE(28, 4)
  information.writeUInt32LE(1, 8)
  information.writeUInt32LE(28, 12)
  information.writeUInt32LE(28 + volume.length, 16)
  information.writeUInt32LE(28 + volume.length + path.length, 24)
  const tracker = Buffer.alloc(96)
  tracker.writeUInt32LE(96, 0)
  tracker.writeUInt32LE(0xa0000003, 4)
  tracker.writeUInt32LE(0x58, 8)
  tracker.write('desktop-4k2j1', 16, 'latin1')
  return Buffer.concat([
    header,
    listSize,
    list,
    information,
    volume,
    path,
    Buffer.alloc(1),
    ...(description ? [text(description)] : []),
    text(`..\\..\\${steps.join('\\')}`),
    ...(folder ? [text(folder)] : []),
    ...(args ? [text(args)] : []),
    ...(icon ? [text(icon)] : []),
    tracker,
    Buffer.alloc(4),
    tail,
  ])
}
