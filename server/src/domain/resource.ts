/** What a configuration may name instead of a path: an upload, or a file that the operator offers. */
export type ResourceReference =
  | { readonly source: 'organization'; readonly name: string }
  | { readonly source: 'server'; readonly path: string }

const uploadPrefix = 'upload:'
const serverPrefix = 'server:'

export const uploadReference = (name: string) => `${uploadPrefix}${name}`
export const serverReference = (path: string) => `${serverPrefix}${path}`

export const resourceNameRule =
  'The name of a file has letters, digits, blanks and . _ - + ( ), begins with a letter or digit ' +
  'and has at most 128 characters'

/** No separator of paths, no control character, never hidden. */
export const isResourceName = (name: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._+()-]{0,127}$/u.test(name) && !name.endsWith(' ')

const maxPathLength = 1_000

/** Relative, and without a part that is empty, hidden or leads upwards. */
const isServerPath = (path: string): boolean =>
  path.length <= maxPathLength &&
  !/[\\\p{Cc}]/u.test(path) &&
  path.split('/').every((part) => part !== '' && !part.startsWith('.'))

/** Undefined for everything else, above all for a path of the server. */
export function readReference(text: string): ResourceReference | undefined {
  if (text.startsWith(uploadPrefix)) {
    const name = text.slice(uploadPrefix.length)
    return isResourceName(name) ? { source: 'organization', name } : undefined
  }
  if (text.startsWith(serverPrefix)) {
    const path = text.slice(serverPrefix.length)
    return isServerPath(path) ? { source: 'server', path } : undefined
  }
  return undefined
}

/** For the configuration of 0.4.0, in which an administrator could name any path. */
export const pathProblem = (item: string) =>
  `The setting ${item} is a server path. Upload the file, or ask the operator to put it ` +
  'below analyzer.resources, and choose it in the configuration'
