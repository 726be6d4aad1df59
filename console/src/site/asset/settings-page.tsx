/** settings/list: six tabs, of which the address holds the open one. What other nouns bring stands in by `app`. SET-01. */
import { Tab, Tabs } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutside } from '#lib/session/session.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { EscalationTab } from './escalation-tab.tsx'
import { SETTINGS_TABS, type SettingsTab } from './settings-search.ts'
import { ShiftTab } from './shift-tab.tsx'
import css from './tag-card.module.css'

const route = getRouteApi('/app/settings/list')

type Props = { alarms: ReactNode; security: ReactNode; integrations: ReactNode; reports: ReactNode }

export function SettingsPage({ alarms, security, integrations, reports }: Props) {
  const { t } = useTranslation('asset')
  const { tabIndex = 0 } = route.useSearch()
  const navigate = route.useNavigate()
  if (useIsOutside()) return <NotConnected />
  const content: Record<SettingsTab, () => ReactNode> = {
    escalation: () => <EscalationTab />,
    shifts: () => <ShiftTab />,
    notifications: () => alarms,
    security: () => security,
    integrations: () => integrations,
    reports: () => reports,
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        value={tabIndex}
        onChange={(_, next: number) => navigate({ to: '/app/settings/list', search: { tabIndex: next || undefined } })}
        aria-label={t('tabs')}
        variant="scrollable"
        allowScrollButtonsMobile
      >
        {SETTINGS_TABS.map((tab, at) => (
          <Tab key={tab} value={at} label={t(`tab-${tab}`)} id={`settings-${tab}`} aria-controls="settings-panel" />
        ))}
      </Tabs>
      {/* Another tab is another list: nothing of the one before is saved. */}
      <div
        key={tabIndex}
        role="tabpanel"
        id="settings-panel"
        aria-labelledby={`settings-${SETTINGS_TABS[tabIndex]}`}
        className={css.panel}
      >
        {content[SETTINGS_TABS[tabIndex]!]()}
      </div>
    </>
  )
}
