/** Writes a tar file for tests; names beyond 100 bytes in the way of GNU. */
export function makeTar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => [
    ...(name.length > 100 ? entry('././@LongLink', 'L', `${name}\0`) : []),
    ...entry(name.slice(0, 100), '0', content),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function entry(name: string, type: string, content: string): Buffer[] {
  const header = Buffer.alloc(512)
  header.write(name)
  header.write('0000644\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write('ustar  \0', 257)
  // The checksum is computed with spaces in its own field.
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]
}

/** The head of a JPEG with Exif data: camera, and a location in the Atlantic Ocean. */
export function makePhoto(): Buffer {
  const tiff = Buffer.alloc(300)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  const field = (at: number, tag: number, type: number, count: number, value: number | string) => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    if (typeof value === 'string') tiff.write(value, at + 8)
    else tiff.writeUInt32LE(value, at + 8)
  }
  const text = (at: number, value: string) => tiff.write(`${value}\0`, at)
  const degrees = (at: number, parts: number[]) =>
    parts.forEach((part, index) => {
      tiff.writeUInt32LE(Math.round(part * 100), at + index * 8)
      tiff.writeUInt32LE(100, at + index * 8 + 4)
    })
  tiff.writeUInt16LE(3, 8)
  field(10, 0x010f, 2, 6, 150)
  field(22, 0x0110, 2, 9, 160)
  field(34, 0x8825, 4, 1, 60)
  tiff.writeUInt16LE(4, 60)
  field(62, 1, 2, 2, 'N')
  field(74, 2, 5, 3, 180)
  field(86, 3, 2, 2, 'W')
  field(98, 4, 5, 3, 210)
  text(150, 'Maker')
  text(160, 'Camera 7')
  degrees(180, [48, 8, 12])
  degrees(210, [11, 34, 32])
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe1, exif),
    segment(0xfe, Buffer.from('made in the test')),
    Buffer.from('ffda00020000ffd9', 'hex'),
  ])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
