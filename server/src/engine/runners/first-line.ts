import { basename } from 'node:path'

/** Everything after the first space is one argument, as in `#!/usr/bin/env -S python3 -u`. */
export function interpreterIn(text: string) {
  const line = /^#![ \t]*([^\s]+)(?:[ \t]+([^\r\n]*?))?[ \t]*(\r?)(?:\n|$)/.exec(text)
  const [, path, argument, cr] = line ?? []
  return path ? { path, argument: argument ?? '', isCutByCr: cr === '\r' } : undefined
}

/** Behind `env` the first word that is neither an option nor a variable. */
export function namedInterpreter(line: ReturnType<typeof interpreterIn>): string | undefined {
  if (!line || basename(line.path) !== 'env') return line?.path
  const words = line.argument.split(/[ \t]+/).filter((word) => word !== '-S' && word !== '-i')
  const name = words.find((word) => word !== '' && !word.includes('='))
  // Another option may have a value, which would be taken for the name.
  return name?.startsWith('-') ? undefined : name
}
