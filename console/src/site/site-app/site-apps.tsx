/** What a site says about each app: a panel of its page, and what the page for its administrators shows. APP-02. */
import { useTranslation } from 'react-i18next'
import { FollowedApps } from '#shared/followed-apps.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { useSaveSiteApp, useSiteApps } from './site-app-queries.ts'

export function SiteApps({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('followed')
  const query = useSiteApps(tenantId)
  const save = useSaveSiteApp(tenantId)
  const words = {
    title: t('site-title'),
    help: t('site-help'),
    unsaidState: t('site-unsaid-state'),
    unsaidSchedule: t('site-unsaid-schedule'),
    scheduleHelp: t('site-schedule-help'),
  }
  return <Loaded query={query}>{({ apps }) => <FollowedApps apps={apps} words={words} save={save} />}</Loaded>
}
