type Validate = ((data: unknown) => boolean) & { errors?: readonly Fault[] | null }

interface Fault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: object
}

export interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata?: { readonly name?: string; readonly generateName?: string }
}

/**
 * What the API of Kubernetes would say against an object, by its own schemas: the package holds a function
 * compiled from each. A field that it does not know the API server drops in silence, and the schemas allow it;
 * so a field that the function never looked at is a problem, too.
 */
export async function kubernetesProblems(given: KubernetesObject): Promise<string[]> {
  const where = `${given.kind} ${given.metadata?.name ?? given.metadata?.generateName ?? 'without a name'}`
  const validate = await schemaOf(given)
  if (!validate) return [`${where}: Kubernetes has no ${given.kind} in ${given.apiVersion}`]
  const seen = new Set<string>()
  const isValid = validate(watched(given, '', seen))
  const faults = isValid ? [] : (validate.errors ?? [])
  const unknown = fieldsOf(given, '').filter(
    ({ parent, path }) => seen.has(parent) && !seen.has(path),
  )
  return [
    ...faults.map(
      ({ instancePath, keyword, params }) =>
        `${where}${dotted(instancePath)}: ${keyword} ${JSON.stringify(params)}`,
    ),
    ...unknown.map(({ path }) => `${where}${dotted(path)} is unknown`),
  ]
}

/** `networking.k8s.io/v1` and `NetworkPolicy` → `IoK8sApiNetworkingV1NetworkPolicy`. */
async function schemaOf({ apiVersion, kind }: KubernetesObject): Promise<Validate | undefined> {
  const parts = apiVersion.split('/')
  const [group, version] = parts.length === 2 ? parts : ['core', parts[0]]
  if (!/^\w+$/.test(`${kind}${version}`)) return undefined
  const name = [group?.split('.')[0], version, kind].map(capital).join('')
  try {
    return (await import(`kubernetes-models/_schemas/IoK8sApi${name}`)).validate
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

const capital = (text = '') => text.charAt(0).toUpperCase() + text.slice(1)

/** The same object; every field that is read is recorded. */
function watched(value: unknown, path: string, seen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      const inner = Reflect.get(target, name) as unknown
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return inner
      const at = `${path}/${name}`
      seen.add(at).add(path)
      return watched(inner, at, seen)
    },
  })
}

interface Field {
  readonly parent: string
  readonly path: string
}

function fieldsOf(value: unknown, parent: string): Field[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = `${parent}/${name}`
    return [{ parent, path }, ...fieldsOf(inner, path)]
  })
}

const dotted = (path: string) => path.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.')
