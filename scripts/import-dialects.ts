/** The ways to ask a dialect which one it is; the formatter leaves no others worth looking for. */
const questions = [
  // dialect.name, database.dialect?.name, dialectOf(db).name, dialect['name']
  /\w*dialect\w*(?:\([^()]*\))?\s*(?:[?!]?\.\s*name\b|(?:\?\.)?\[\s*['"`]name['"`]\s*\])/gi,
  // const { name } = deps.dialect
  /\{[^{}]*\bname\b[^{}]*\}\s*=\s*[\w.]*\bdialect\b/gi,
  // ({ dialect: { name } }), which looks like a type with that name
  /\bdialect\s*:\s*\{[^{}]*\bname\b/g,
  // ({ name }: Pick<Dialect, 'name'>)
  /\{[^{}]*\bname\b[^{}]*\}\s*:\s*(?:Pick<\s*)?Dialect\b/g,
  // To compare with one of the two.
  /^import\s*\{[^}]*\b(?:sqlite|postgres)\b[^}]*\}\s*from\s*['"][^'"]*storage\/common\/dialect\.ts['"]/gm,
]

/** Where a branch on the database is outside the folders that may have one. */
export function dialectProblems(
  sources: ReadonlyMap<string, string>,
  mayAsk: readonly string[],
): string[] {
  const isBound = (file: string) =>
    file.startsWith('server/src/') && !mayAsk.some((folder) => file.startsWith(`${folder}/`))
  return [...sources].flatMap(([file, source]) => {
    if (!isBound(file)) return []
    const code = withoutComments(source)
    const places = questions.flatMap((question) =>
      [...code.matchAll(question)].map(({ index }) => code.slice(0, index).split('\n').length),
    )
    return [...new Set(places)]
      .sort((a, b) => a - b)
      .map(
        (line) =>
          `${file}:${line}: only ${mayAsk.map(shortly).join(', ')} may ask which database it is; ` +
          'let the dialect or the queue do what differs (scripts/import-rules.ts)',
      )
  })
}

const shortly = (folder: string) => folder.replace('server/src/', '')

/** Lines stay where they are. */
const withoutComments = (source: string) =>
  source
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
