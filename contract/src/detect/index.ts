/** What an observable is: the same rules in the page, in the server and on the command line. */
export {
  type Address,
  bitsOf,
  formatAddress,
  formatNetwork,
  groupsOfValue,
  type Network,
  networkContains,
  parseAddress,
  parseIpv4,
  parseIpv6,
  parseNetwork,
} from './addresses.ts'
export { defangSentence, defangText } from './defang-text.ts'
export { type Detected, detect } from './detect.ts'
export { type Extracted, extract } from './extract.ts'
export { hasKnownTopLevel, isHostName } from './host-names.ts'
export { type Kind, kindNames } from './kinds.ts'
export { splitValues, splitWritten } from './pasted-list.ts'
export { defang, refang } from './refang.ts'
export {
  isReservedAddress,
  mappedIpv4,
  type ReservedRange,
  reservedRange,
  reservedRangeOfNetwork,
} from './reserved.ts'
export {
  addressRefusal,
  canonicalHost,
  isInsideName,
  nameRefusal,
  type PrivateTarget,
  parsePrivateTarget,
  type Target,
} from './targets.ts'
export { visibleName, visibleText } from './visible-text.ts'
