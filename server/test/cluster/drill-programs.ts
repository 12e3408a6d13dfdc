import { join } from 'node:path'
import { writeFixtureProgram } from '../fixture-program.ts'

/**
 * Each leaves a line in `starts` as soon as it begins, the name of its folder, which has the id of the
 * job and is another for every run; then it waits while there is a file `hold`, and with a file `slow` for a moment.
 */
const beginning = `#!/bin/sh
here="$(dirname "$0")"
folder="$(basename "$1")"
echo "$folder" >> "$here/starts"
while [ -e "$here/hold" ]; do sleep 0.1; done
if [ -e "$here/slow" ]; then sleep 0.$(( $$ % 8 )); fi
`

const looking = `${beginning}{ printf '{"success":true,"artifacts":[],"full":{"folder":"%s","input":' "$folder"
cat "$1/input/input.json"; printf '}}'; } > "$1/output/output.json"
`

export const programs = {
  Look: { type: 'analyzer', dataTypeList: ['other'], script: looking },
  Keep: { type: 'analyzer', dataTypeList: ['other'], script: looking },
  Hash: {
    type: 'analyzer',
    dataTypeList: ['file'],
    // Hands out a file of its own as well.
    script: `${beginning}hash=$(cat "$1"/input/attachment* | sha256sum | cut -c 1-64)
echo "made of $hash" > "$1/output/made"
printf '{"success":true,"full":{"folder":"%s","sha256":"%s"},"artifacts":[{"dataType":"file","file":"made","filename":"made"}]}' "$folder" "$hash" > "$1/output/output.json"
`,
  },
  Large: {
    type: 'analyzer',
    dataTypeList: ['other'],
    // More than the ends of several jobs may have together, and than is free in the pages of a table.
    script: `${beginning}noise=$(head -c 900000 /dev/urandom | base64 -w 0)
printf '{"success":true,"full":{"folder":"%s","noise":"%s"},"artifacts":[]}' "$folder" "$noise" > "$1/output/output.json"
`,
  },
  Act: {
    type: 'responder',
    dataTypeList: ['thehive:case'],
    script: `${beginning}printf '{"success":true,"full":{"folder":"%s"},"operations":[]}' "$folder" > "$1/output/output.json"
`,
  },
} as const

export type ProgramName = keyof typeof programs
export const programNames = Object.keys(programs) as ProgramName[]

export const programFolder = (root: string, name: ProgramName) =>
  join(root, programs[name].type, name)

export async function writePrograms(root: string): Promise<void> {
  for (const name of programNames) {
    const { type, ...program } = programs[name]
    await writeFixtureProgram(join(root, type), { name, ...program })
  }
}
