/** tenants/new: an organisation, or a site below one. SITE-01. */
import { REPEAT_MINUTES, USUAL_ALARM_SEVERITIES, USUAL_ARRIVAL_LIMIT_S } from '@mimamori/contract/shared/alarm-state.ts'
import { PASSWORD_LENGTH, REGION, type TenantDraft } from '@mimamori/contract/site/tenant.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BackToSites } from '../../shared/back-to.tsx'
import { TenantForm } from './tenant-form.tsx'
import { useSaveTenant } from './tenant-queries.ts'

const route = getRouteApi('/app/tenants/new')

export function TenantNewPage() {
  const { t } = useTranslation('tenant')
  const navigate = route.useNavigate()
  const { parentId } = route.useSearch()
  const { role, applicationTenant } = useUser()
  const { create } = useSaveTenant()
  // An organiser's site stands below the own organisation.
  const above = role === 'SUPER_ADMIN' ? (parentId ?? null) : (applicationTenant?.id ?? null)
  const values = useMemo(() => blank(above), [above])
  return (
    <>
      <PageHeader title={t(role === 'SUPER_ADMIN' ? 'new-any' : 'new')} lead={<BackToSites />} />
      <TenantForm
        values={values}
        save={create}
        saved={({ kind }) => t(kind === 'site' ? 'created-toast' : 'created-toast-organisation')}
        onSaved={({ id }) => navigate({ to: '/app/tenants/edit/$id', params: { id } })}
      />
    </>
  )
}

function blank(parentId: string | null): TenantDraft {
  return {
    name: '',
    code: '',
    region: REGION,
    parentId,
    timezone: 'Asia/Tokyo',
    isRecordingEnabled: parentId !== null,
    isLiveStreamingEnabled: parentId !== null,
    streamingRestrictionMinutes: null,
    passwordMinLength: PASSWORD_LENGTH.usual,
    alarmSeverities: [...USUAL_ALARM_SEVERITIES],
    arrivalLimitSeconds: USUAL_ARRIVAL_LIMIT_S,
    isReturnEnding: true,
    alarmsPerHourBudget: null,
    repeatMinutes: REPEAT_MINUTES.usual,
    cameraNetworks: [],
  }
}
