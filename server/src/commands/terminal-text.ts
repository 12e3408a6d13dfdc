import { visibleName } from '@assay/contract/detect'

/**
 * For a terminal, which obeys escape sequences and carriage returns: what others wrote is shown, and
 * moves no cursor, changes no color and hides nothing. Lines stay lines.
 */
export const terminalText = (text: string): string => text.split('\n').map(visibleName).join('\n')
