/**
 * Containers that are recognized by their first bytes and not opened: their contents are reported as not examined.
 */
interface KnownContainer<Form extends string = string> {
  /** For programs: it stays the same. */
  readonly form: Form
  /** For people. */
  readonly name: string
  /** All of one row must be there; one row is enough. */
  readonly marks: readonly (readonly (readonly [at: number, bytes: string])[])[]
}

const container = <const Form extends string>(
  form: Form,
  name: string,
  ...marks: (readonly (readonly [at: number, bytes: string])[])[]
): KnownContainer<Form> => ({ form, name, marks })

export const knownContainers = [
  container('ace', 'ACE archive', [[7, '**ACE**']]),
  container('zoo', 'ZOO archive', [[20, '\xdc\xa7\xc4\xfd']]),
  container('sqx', 'SQX archive', [[7, '-sqx-']]),
  container('alz', 'ALZip archive', [[0, 'ALZ\x01\x0a\0']]),
  container('egg', 'EGG archive', [[0, 'EGGA\0\x01']]),
  container('freearc', 'FreeArc archive', [[0, 'ArC\x01']]),
  container('zpaq', 'ZPAQ archive', [[0, '7kSt\xa0\x31\x83\xd3']], [[0, 'zPQ\x01\x01']]),
  container('uharc', 'UHARC archive', [[0, 'UHA\x04']], [[0, 'UHA\x06']]),
  container(
    'stuffit',
    'StuffIt archive',
    [[0, 'StuffIt (c)1997-']],
    [
      [0, 'SIT!'],
      [10, 'rLau'],
    ],
  ),
  container('xar', 'XAR archive (macOS package)', [[0, 'xar!\0\x1c']], [[0, 'xar!\0@']]),
  container('sis', 'Symbian package (SIS)', [[0, '\x7a\x1a\x20\x10']], [[8, '\x19\x04\0\x10']]),
  container(
    'installshield',
    'InstallShield package',
    [[0, 'ISc(']],
    [[0, '\x13\x5d\x65\x8c']],
    [[0, 'InstallShield\0']],
    [[0, 'ISSetupStream\0']],
  ),
  container('inno', 'Inno Setup installer', [[0, 'zlb\x1a']], [[0, 'idska32\x1a']]),
  container('asar', 'Electron application archive (ASAR)', [
    [0, '\x04\0\0\0'],
    [16, '{"files":'],
  ]),
  container('wim', 'Windows disk image (WIM)', [[0, 'MSWIM\0\0\0']]),
  container('squashfs', 'SquashFS file system', [[0, 'hsqs']], [[0, 'sqsh']]),
  container('cramfs', 'CramFS file system', [[0, 'E=\xcd\x28']], [[0, '\x28\xcd=E']]),
  container('romfs', 'ROMFS file system', [[0, '-rom1fs-']]),
  container('apfs', 'macOS disk (APFS)', [[32, 'NXSB']]),
  container('hfs', 'macOS disk (HFS+)', [[1024, 'H+\0\x04']], [[1024, 'HX\0\x05']]),
  container('xfs', 'Linux disk (XFS)', [[0, 'XFSB\0\0']]),
  container('exfat', 'disk volume (exFAT)', [[3, 'EXFAT   ']]),
  container('bitlocker', 'encrypted disk volume (BitLocker)', [[3, '-FVE-FS-']]),
  container('luks', 'encrypted disk volume (LUKS)', [[0, 'LUKS\xba\xbe']]),
  container(
    'vmdk',
    'VMware disk (VMDK)',
    [[0, 'KDMV']],
    [[0, 'COWD']],
    [[0, '# Disk DescriptorFile']],
  ),
  container('qcow', 'QEMU disk (QCOW)', [[0, 'QFI\xfb\0\0\0']]),
  container('vdi', 'VirtualBox disk (VDI)', [[64, '\x7f\x10\xda\xbe']]),
  container('cd-raw', 'raw disc image (BIN)', [[0, `\0${'\xff'.repeat(10)}\0`]]),
  container('ciso', 'compressed disc image (CSO)', [[0, 'CISO']]),
  container('daa', 'compressed disc image (DAA)', [[0, 'DAA\0']]),
  container('isz', 'compressed disc image (ISZ)', [[0, 'IsZ!']]),
  container('e01', 'forensic disk image (E01)', [[0, 'EVF\t\r\n\xff\0']]),
  container('pst', 'Outlook mailbox (PST)', [[0, '!BDN']]),
  container('dbx', 'Outlook Express mailbox (DBX)', [[0, '\xcf\xad\x12\xfe']]),
  container('nsf', 'Notes database (NSF)', [[0, '\x1a\0\0\x04\0\0']]),
  container('lz4', 'data packed with LZ4', [[0, '\x04\x22\x4d\x18']], [[0, '\x02\x21\x4c\x18']]),
  container('mozlz4', 'data packed with LZ4 (Mozilla)', [[0, 'mozLz40\0']]),
  container('lzop', 'data packed with LZO', [[0, '\x89LZO\0\r\n\x1a\n']]),
  container('lrzip', 'data packed with lrzip', [[0, 'LRZI\0']]),
  container('rzip', 'data packed with rzip', [[0, 'RZIP\x02']]),
  container('grzip', 'data packed with GRZip', [[0, 'GRZipII\0\x02\x04:)']]),
  container('snappy', 'data packed with Snappy', [[0, '\xff\x06\0\0sNaPpY']]),
  container('lzfse', 'data packed with LZFSE', [[0, 'bvx2']], [[0, 'bvx-']], [[0, 'bvxn']]),
  container('pack', 'data packed with pack', [[0, '\x1f\x1e\0']]),
  container('freeze', 'data packed with freeze', [[0, '\x1f\x9f']]),
]

/** Known by other means than their first bytes. */
const others = [
  ['arj', 'ARJ archive'],
  ['dmg', 'macOS disk image (DMG)'],
  ['ext', 'Linux disk (ext2, ext3 or ext4)'],
  ['nrg', 'Nero disc image (NRG)'],
  ['uif', 'MagicISO disc image (UIF)'],
  ['binhex', 'BinHex file'],
  ['yenc', 'yEnc file'],
  ['pyinstaller', 'Python program packed with PyInstaller'],
] as const

export type UnreadForm = (typeof knownContainers)[number]['form'] | (typeof others)[number][0]

const names: ReadonlyMap<string, string> = new Map<string, string>([
  ...knownContainers.map(({ form, name }) => [form, name] as const),
  ...others,
])

/** What a form that is not opened is called; undefined for those that are. */
export const nameOfUnread = (form: string): string | undefined => names.get(form)

export function knownContainer(head: Buffer): UnreadForm | undefined {
  const isThere = ([at, bytes]: readonly [number, string]) =>
    head.toString('latin1', at, at + bytes.length) === bytes
  return (
    knownContainers.find(({ marks }) => marks.some((row) => row.every(isThere)))?.form ??
    byShape(head)
  )
}

function byShape(head: Buffer): UnreadForm | undefined {
  const start = head.toString('latin1', 0, 1024)
  if (/^\(This file must be converted with BinHex/m.test(start)) return 'binhex'
  if (/^=ybegin (?:part=\d{1,9} )?(?:total=\d{1,9} )?line=\d{1,5} size=\d/m.test(start))
    return 'yenc'
  return isExt(head) ? 'ext' : undefined
}

/** Many files contain these two bytes: the block sizes and the state must be plausible, too. */
function isExt(head: Buffer): boolean {
  if (head.length < 2048 || head.readUInt16LE(1080) !== 0xef53) return false
  const [blocks, blockSize, state, revision] = [
    head.readUInt32LE(1028),
    head.readUInt32LE(1048),
    head.readUInt16LE(1082),
    head.readUInt32LE(1100),
  ]
  return blocks > 0 && blockSize <= 6 && state <= 7 && revision <= 1
}
