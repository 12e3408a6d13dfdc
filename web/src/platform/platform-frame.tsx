import type { ReactNode } from 'react'
import { text } from '../texts/index.ts'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'

const tabs = [
  'organizations',
  'users',
  'nodes',
  'custom-fields',
  'observable-types',
  'audit',
] as const
export type PlatformTab = (typeof tabs)[number]

interface PlatformFrameProps {
  tab: PlatformTab
  actions?: ReactNode
  children: ReactNode
}

export function PlatformFrame({ tab, actions, children }: PlatformFrameProps) {
  return (
    <Page
      title={text('platform.title')}
      tabTitle={`${text(`platform.${tab}`)} – ${text('platform.title')}`}
      actions={actions}
    >
      <Tabs
        label={text('platform.tabs')}
        tabs={tabs.map((one) => ({
          to: `/platform/${one}`,
          label: text(`platform.${one}`),
          isCurrent: one === tab,
        }))}
      />
      {children}
    </Page>
  )
}
