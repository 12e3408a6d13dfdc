import { topLevelDomains } from './top-level-domains.ts'

/** Letters of any script; underscores as in `_dmarc`, but not in the last label. */
const label = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}_])?$/u
const lastLabel = /^(?:xn--[a-z0-9-]{1,59}|[\p{L}\p{M}]{2,63})$/iu

/** Two labels or more, the last one of letters. */
export function isHostName(text: string): boolean {
  if (text.length > 253 || !text.includes('.')) return false
  const labels = text.split('.')
  const last = labels.pop() ?? ''
  return lastLabel.test(last) && labels.every((part) => label.test(part))
}

/** Whether its ending is in the root zone, or usual in local networks. */
export const hasKnownTopLevel = (host: string): boolean =>
  topLevelDomains.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase())

/** Common file extensions. Some are top-level domains as well. */
const extensions = new Set(
  (
    '7z ace apk app arj asp aspx bat bin bmp bz2 cab cfg chm class cmd conf cpl csv dat db deb dll dmg doc ' +
    'docm docx dot dotm dotx elf eml exe gif gz hta htm html ico img inf ini iqy iso jar jpeg jpg js jse ' +
    'json jsp key ldb lnk log lzh md mht mov mp3 mp4 msg msi msix odp ods odt one pcap pcapng pdf pem php ' +
    'pif png pot potm potx pps ppsm ppsx ppt pptm pptx ps1 psd psm1 pst py rar reg rpm rtf scr sct settingcontent-ms ' +
    'sh so sql svg swf sys tar tgz tif tiff tmp ttf txt url vbe vbs vhd vhdx vmdk wav webp wim wll wmf ' +
    'wsc wsf xla xlam xll xls xlsb xlsm xlsx xlt xltm xml xps xz yaml yml zip'
  ).split(' '),
)

export const hasFileExtension = (text: string): boolean =>
  extensions.has(text.slice(text.lastIndexOf('.') + 1).toLowerCase())
