import { defang } from '@assay/contract'

const addresses = /\b(?:https?|ftp):\/\/[^\s<>"'`)\]}|]{1,8192}/gi

/** What people wrote, with defanged web addresses. */
export const neutralText = (text: string): string =>
  // guard (open = text): neutral-text.test.ts
  text.replace(addresses, (address) => defang('url', address))
