/** How long a job belongs to a process that is not heard of; renewed every third of it. */
export const leaseMs = 30_000
