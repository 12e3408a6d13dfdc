/** What we use of the Kubernetes API; a field that is not here is refused, as a misspelt one would be. */
export type Shape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'texts'
  | 'any'
  | readonly [Shape]
  | { readonly [field: string]: Shape }

const metadata = { name: 'text', labels: 'texts', annotations: 'texts' } as const
const selector = { matchLabels: 'texts' } as const
const probe = {
  httpGet: { path: 'text', port: 'text' },
  periodSeconds: 'number',
  timeoutSeconds: 'number',
  failureThreshold: 'number',
} as const
const container = {
  name: 'text',
  image: 'text',
  imagePullPolicy: 'text',
  securityContext: {
    allowPrivilegeEscalation: 'boolean',
    readOnlyRootFilesystem: 'boolean',
    capabilities: { drop: ['text'] },
  },
  ports: [{ name: 'text', containerPort: 'number' }],
  env: [
    { name: 'text', value: 'text', valueFrom: { secretKeyRef: { name: 'text', key: 'text' } } },
  ],
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: { requests: 'texts', limits: 'texts' },
  volumeMounts: [{ name: 'text', mountPath: 'text' }],
} as const
const pod = {
  serviceAccountName: 'text',
  automountServiceAccountToken: 'boolean',
  terminationGracePeriodSeconds: 'number',
  securityContext: {
    runAsNonRoot: 'boolean',
    runAsUser: 'number',
    runAsGroup: 'number',
    fsGroup: 'number',
    seccompProfile: { type: 'text' },
  },
  containers: [container],
  volumes: [{ name: 'text', emptyDir: 'any' }],
} as const

export const manifestShapes: Readonly<Record<string, Shape>> = {
  'v1 Service': {
    metadata,
    spec: { selector: 'texts', ports: [{ name: 'text', port: 'number', targetPort: 'text' }] },
  },
  'v1 ServiceAccount': { metadata, automountServiceAccountToken: 'boolean' },
  'apps/v1 Deployment': {
    metadata,
    spec: {
      replicas: 'number',
      strategy: { rollingUpdate: { maxUnavailable: 'number', maxSurge: 'number' } },
      selector,
      template: { metadata: { labels: 'texts' }, spec: pod },
    },
  },
  'policy/v1 PodDisruptionBudget': { metadata, spec: { maxUnavailable: 'number', selector } },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    metadata,
    spec: {
      scaleTargetRef: { apiVersion: 'text', kind: 'text', name: 'text' },
      minReplicas: 'number',
      maxReplicas: 'number',
      metrics: [
        {
          type: 'text',
          external: { metric: { name: 'text' }, target: { type: 'text', averageValue: 'text' } },
        },
      ],
    },
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    metadata,
    spec: {
      podSelector: selector,
      policyTypes: ['text'],
      ingress: [{ ports: [{ port: 'text' }], from: [{ namespaceSelector: selector }] }],
    },
  },
}

export function shapeProblems(value: unknown, shape: Shape, where: string): string[] {
  if (shape === 'any') return []
  if (shape === 'text') return typeof value === 'string' ? [] : [`${where} must be text`]
  if (shape === 'number') return typeof value === 'number' ? [] : [`${where} must be a number`]
  if (shape === 'boolean') return typeof value === 'boolean' ? [] : [`${where} must be a boolean`]
  if (Array.isArray(shape))
    return Array.isArray(value)
      ? value.flatMap((item, index) => shapeProblems(item, shape[0], `${where}[${index}]`))
      : [`${where} must be a list`]
  if (typeof value !== 'object' || value === null) return [`${where} must be an object`]
  return Object.entries(value).flatMap(([field, inner]) => {
    if (shape === 'texts') return shapeProblems(inner, 'text', `${where}.${field}`)
    const known = (shape as Readonly<Record<string, Shape>>)[field]
    return known
      ? shapeProblems(inner, known, `${where}.${field}`)
      : [`${where}.${field} is unknown`]
  })
}
