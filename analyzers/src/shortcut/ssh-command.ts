import { type Finding, finding } from '../kit/index.ts'

const clients = new Set(['ssh', 'scp', 'sftp', 'ssh-keygen'])
const options =
  /(?:^|\s)["']?-?o?\s{0,3}["']?(ProxyCommand|LocalCommand|KnownHostsCommand|ProxyUseFdpass|Match\s{1,3}exec)\s{0,3}[= ]\s{0,3}(.{1,500})/i

/** `ssh -o ProxyCommand=… host`: the command runs locally, before anything is connected. */
export function sshCommand(program: string, given: string): Finding[] {
  const name = program.toLowerCase().replace(/\.exe$/, '')
  const written = clients.has(name)
    ? given
    : (/\b(?:ssh|scp|sftp)(?:\.exe)?["']?\s(.{1,4000})/i.exec(given)?.[1] ?? '')
  const [, option, command = ''] = options.exec(written) ?? []
  if (option === undefined) return []
  // A way through another machine is what the option is for.
  if (
    /^["']?(?:ssh|nc|ncat|connect|cloudflared|aws|gcloud|tsh|corkscrew|%?[\w:\\ ]{0,80}cloudflared)(?:\.exe)?\s/i.test(
      command,
    ) &&
    !/[|&;`]|\$\(|-e\s/.test(command)
  )
    return []
  return [finding('shortcut.ssh-command', { program, option, command: command.slice(0, 300) })]
}
