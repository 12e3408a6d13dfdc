/** Level of today's engine API that we speak; connected platforms ask for this very key. */
export const engineApiLevel = '4.1.0'

/** Level of today's platform API that we speak. */
export const platformApiLevel = '4.1.24'
