import type { CatalogueId, Finding } from '../kit/index.ts'

/** What administrators' scripts do all day: none of it is a reason, nor are several. */
const everyday: ReadonlySet<CatalogueId> = new Set<CatalogueId>([
  'script.download',
  'script.download-run',
  'script.runs-programs',
  'script.runs-text',
  'script.policy',
  'script.scheduled',
  'script.wmi',
])

/** Publishers of installers, with everything below their names: only where outsiders cannot store files. */
const publishers = (
  'microsoft.com aka.ms visualstudio.com chocolatey.org scoop.sh ' +
  'rustup.rs rust-lang.org docker.com nodesource.com nodejs.org yarnpkg.com pnpm.io bun.sh ' +
  'python.org python-poetry.org pypa.io astral.sh anaconda.com golang.org go.dev ' +
  'k3s.io k8s.io kubernetes.io helm.sh hashicorp.com sdkman.io rvm.io ruby-lang.org brew.sh ' +
  'getcomposer.org php.net adoptium.net oracle.com downloads.apache.org archive.apache.org dlcdn.apache.org download.eclipse.org jetbrains.com gradle.org maven.org ' +
  'debian.org archive.ubuntu.com canonical.com dl.fedoraproject.org redhat.com centos.org almalinux.org ' +
  'download.opensuse.org archlinux.org alpinelinux.org kernel.org gnu.org packages.gitlab.com gnupg.org openssl.org ' +
  'download.mozilla.org archive.mozilla.org mozilla.net dl.google.com dl-ssl.google.com packages.cloud.google.com sdk.cloud.google.com chrome.com apple.com ardownload2.adobe.com 7-zip.org videolan.org ' +
  'zoom.us tailscale.com ollama.com starship.rs postgresql.org mysql.com mariadb.org mongodb.org ' +
  'redis.io elastic.co grafana.com influxdata.com datadoghq.com newrelic.com awscli.amazonaws.com ' +
  'nixos.org githubcli.com pkg.cloudflare.com letsencrypt.org nginx.org jenkins.io'
).split(' ')

/** Anyone publishes at GitHub: there the owner counts. */
const owners: ReadonlySet<string> = new Set(
  (
    'homebrew nvm-sh ohmyzsh microsoft powershell git-for-windows docker moby kubernetes kubernetes-sigs helm ' +
    'hashicorp ansible actions cli rust-lang astral-sh pyenv rbenv nodejs denoland golang python pypa ' +
    'chocolatey scoopinstaller asdf-vm junegunn tj k3s-io rancher derailed aquasecurity anchore goreleaser ' +
    'golangci aws azure google googlecloudplatform jqlang stedolan mikefarah neovim vim tmux-plugins zsh-users ' +
    'robbyrussell starship sharkdp burntsushi prometheus grafana fluxcd argoproj istio cilium'
  ).split(' '),
)

const comment = /^\s{0,40}(?:#|rem\b|::|'|\/\/|<#|\*)/i
const address =
  /\b(?:https?|ftp):\/\/[^\s"'`<>|)\]},;]{1,500}|\\\\[\w.-]{3,100}\\(?!\\)[^\s"']{1,200}/gi
/** Without a scheme, as machines with few tools load from each other. */
const bareFetch =
  /\b(?:wget|curl|tftp|ftpget)\s[^\n;|&]{0,200}(?<![\d./])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/

/** The download is compared with a digest, or its signature is checked, and the script stops if it differs. */
const isCompared = (text: string) =>
  /\bGet-FileHash\b[^\n]{0,200}\s-[ci]?ne\s[^\n]{0,200}\{\s{0,20}(?:throw|exit)\b/i.test(text) ||
  /\bGet-AuthenticodeSignature\b[^\n]{0,200}\.Status\s{1,5}-[ci]?ne\s{1,5}["']?Valid\b[^\n]{0,200}\{\s{0,20}(?:throw|exit)\b/i.test(
    text,
  ) ||
  hasDigest(text)
const hasDigest = (text: string) =>
  /\b(?:Get-FileHash|sha(?:256|512)sum|shasum|-hashfile)\b/i.test(text) &&
  /\b(?:[0-9a-f]{64}|[0-9a-f]{128})\b/i.test(text)

/**
 * Installers are downloaded and run, policies are set, tasks are scheduled. That counts only
 * together with concealment or an unknown source; otherwise it stays in the report as facts.
 */
export function weighed(findings: readonly Finding[], text: string): Finding[] {
  const isEveryday = findings.every(({ id, level }) => level === 'info' || everyday.has(id))
  if (!isEveryday || !isFromPublishers(text)) return [...findings]
  return findings.map((one) => ({ ...one, level: 'info' }))
}

function isFromPublishers(text: string): boolean {
  const code = text
    .split(/\r?\n/)
    .filter((line) => !comment.test(line))
    .join('\n')
  if (bareFetch.test(code)) return false
  const found = [...code.matchAll(address)].map(([one]) => one)
  const hasSecureNames = found.every((one) => /^https:\/\/(?!\d{1,3}\.)[a-z0-9.-]{4,}/i.test(one))
  return hasSecureNames && (found.every(isPublished) || isCompared(code))
}

function isPublished(found: string): boolean {
  const [, host = '', path = ''] =
    /^https:\/\/([^/:@?#]{1,255})(?:\/(.{0,400}))?$/i.exec(found) ?? []
  const name = host.toLowerCase()
  if (/^(?:raw\.githubusercontent|github|api\.github)\.com$/.test(name)) {
    const parts = path.toLowerCase().split('/')
    return owners.has((parts[0] === 'repos' ? parts[1] : parts[0]) ?? '')
  }
  return publishers.some((known) => name === known || name.endsWith(`.${known}`))
}
