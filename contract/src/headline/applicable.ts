/**
 * Analyzers fail where nothing applies: a reserved name in public DNS, an address that no registry knows. That
 * is not a gap in what was examined. Analyzers say so themselves; these are the messages of those that do not, and of
 * earlier versions.
 */
const notApplicable = [
  /\bis a name for the inside of a network\b/,
  /\bspecial-use name\b/,
  /^Nobody (?:outside is asked about|holds) this address\b/,
  /\bnot publicly routable\b/,
  /\bno registered domain in this name\b/i,
  /^(?:This is no|Not an?|Not) (?:name of a domain|domain name|IP address|autonomous system|hash)\b/,
  /^No RDAP server is known for\b/,
  /\b(?:ENOTFOUND|ENODATA|NXDOMAIN)\b/,
  /\bdoes not (?:resolve|exist in DNS)\b/i,
  /\bdoes not (?:take|support) (?:the |data )?type\b/,
]

export const isNotApplicable = (failure: {
  readonly reason: string
  readonly isNotApplicable?: boolean
}): boolean =>
  failure.isNotApplicable === true || notApplicable.some((pattern) => pattern.test(failure.reason))
