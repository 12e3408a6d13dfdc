import type { ImportContext } from './request.ts'
export async function importTheHive(_context: ImportContext): Promise<void> {}
