/** tenants/edit/{id}: an organisation or a site: its form, its key, its lock, and what other nouns add. SITE-01, SITE-03. */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { StatusDot } from '#ui/layout/status-dot.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { BackToSites } from '../../shared/back-to.tsx'
import { ConnectButton } from './connect-button.tsx'
import { DeletePanel } from './deletion/delete-panel.tsx'
import { MarkedNotice } from './deletion/marked-notice.tsx'
import { DisablePanel } from './disable-panel.tsx'
import { FirstAdministrator } from './first-administrator.tsx'
import { KeyPanel } from './key-panel.tsx'
import css from './tenant-edit.module.css'
import { TenantForm } from './tenant-form.tsx'
import { useSaveTenant, useTenant } from './tenant-queries.ts'

const route = getRouteApi('/app/tenants/edit/$id')

type Props = {
  /** Panels of other nouns about this site, between its form and its key. */
  panels?: ((site: Tenant) => ReactNode) | undefined
}

export function TenantEditPage({ panels }: Props) {
  const { id } = route.useParams()
  const query = useTenant(id)
  return (
    <Loaded query={query} back={<BackToSites />}>
      {(tenant) => (
        <>
          <Head tenant={tenant} />
          <MarkedNotice tenant={tenant} />
          {/* What is marked is closed: there is nothing to set. */}
          {tenant.deletionDueAt === null && <Open tenant={tenant} panels={panels} onReload={query.refetch} />}
        </>
      )}
    </Loaded>
  )
}

function Open({ tenant, panels, onReload }: Props & { tenant: Tenant; onReload: () => Promise<unknown> }) {
  return (
    <>
      <div className={css.column}>
        <FirstAdministrator tenant={tenant} />
      </div>
      <Form key={tenant.id} tenant={tenant} onReload={onReload} />
      <div className={css.column}>
        {tenant.kind === 'site' && panels?.(tenant)}
        {tenant.kind === 'site' && <KeyPanel tenant={tenant} />}
        <DisablePanel tenant={tenant} />
        <DeletePanel tenant={tenant} />
      </div>
    </>
  )
}

function Head({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { role, impersonatedTenant } = useUser()
  const mayAdd = tenant.kind === 'organisation' && !impersonatedTenant
  const parentId = role === 'SUPER_ADMIN' ? tenant.id : undefined
  return (
    <PageHeader
      lead={<BackToSites />}
      title={tenant.name}
      badge={
        tenant.isDisabled ? (
          <StatusDot status="disabled" word={t(tenant.deletionDueAt ? 'is-marked' : 'disabled')} />
        ) : undefined
      }
      subtitle={tenant.kind === 'organisation' ? t('site-count', { count: tenant.siteCount }) : tenant.parentName}
      actions={
        <>
          {mayAdd && (
            <LinkButton to="/app/tenants/new" search={{ parentId }} startIcon={<Plus size={18} />}>
              {t('new-site')}
            </LinkButton>
          )}
          <ConnectButton site={tenant} />
        </>
      }
    />
  )
}

function Form({ tenant, onReload }: { tenant: Tenant; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('tenant')
  const { patch } = useSaveTenant()
  const values = useMemo(() => draftOf(tenant), [tenant])
  return (
    <TenantForm
      tenant={tenant}
      values={values}
      save={(draft, shown = tenant) => patch({ ...draft, id: shown.id, version: shown.version })}
      saved={t('updated-toast')}
      onReload={onReload}
    />
  )
}

function draftOf(tenant: Tenant) {
  const { name, code, region, parentId, timezone, isRecordingEnabled, isLiveStreamingEnabled } = tenant
  const { streamingRestrictionMinutes, passwordMinLength, packages, alarmSeverities, arrivalLimitSeconds } = tenant
  const { isReturnEnding, alarmsPerHourBudget, repeatMinutes } = tenant
  const { roomCameraLimit, publicCameraLimit, cameraNetworks } = tenant
  return {
    ...{ name, code, region, parentId, timezone, isRecordingEnabled, isLiveStreamingEnabled },
    ...{ alarmSeverities, arrivalLimitSeconds, isReturnEnding, alarmsPerHourBudget, repeatMinutes },
    ...{ streamingRestrictionMinutes, passwordMinLength, packages, roomCameraLimit, publicCameraLimit, cameraNetworks },
  }
}
