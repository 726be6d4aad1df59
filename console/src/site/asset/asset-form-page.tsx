/** settings/asset/{assetType}/new and edit/{assetId}: the form of an escalation rule, a shift or a tag. SET-02, NAV-09. */
import type { Asset } from '@mimamori/contract/site/asset.ts'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasFeature } from '#lib/session/pro.ts'
import { useIsOutside } from '#lib/session/session.ts'
import { ProFeature } from '#shared/pro-feature.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { DeleteAsset } from './asset-delete.tsx'
import { useAsset } from './asset-queries.ts'
import { EscalationForm } from './escalation-form.tsx'
import { ASSET_KINDS, type AssetKind } from './settings-search.ts'
import { ShiftForm } from './shift-form.tsx'
import { TagForm } from './tag-form.tsx'

const newRoute = getRouteApi('/app/settings/asset/$assetType/new')
const editRoute = getRouteApi('/app/settings/asset/$assetType/edit/$assetId')

export function AssetNewPage() {
  const { t } = useTranslation('asset')
  const kind = newRoute.useParams().assetType as AssetKind
  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <Header kind={kind} title={t(`${kind}-new`)} />
      {kind === 'escalation' && (
        <ProFeature feature="escalation-rules">
          <EscalationForm />
        </ProFeature>
      )}
      {kind === 'shift' && <ShiftForm />}
      {kind === 'tag' && <TagForm />}
    </>
  )
}

export function AssetEditPage() {
  const { assetType, assetId } = editRoute.useParams()
  const hasRules = useHasFeature('escalation-rules')
  if (assetType === 'shift') return <EditShift id={assetId} />
  if (assetType === 'tag') return <EditTag id={assetId} />
  // Without the package the service returns no rule: an empty, disabled form is drawn.
  return hasRules ? <EditEscalation id={assetId} /> : <AssetWithoutPro />
}

function AssetWithoutPro() {
  const { t } = useTranslation('asset')
  return (
    <>
      <Header kind="escalation" title={t('escalation-edit')} />
      <ProFeature feature="escalation-rules">
        <EscalationForm />
      </ProFeature>
    </>
  )
}

function EditEscalation({ id }: { id: string }) {
  const query = useAsset('ESCALATION', id)
  return (
    <Edit kind="escalation" query={query}>
      {(asset) => <EscalationForm asset={asset} onReload={query.refetch} />}
    </Edit>
  )
}

function EditShift({ id }: { id: string }) {
  const query = useAsset('SHIFT', id)
  return (
    <Edit kind="shift" query={query}>
      {(asset) => <ShiftForm asset={asset} onReload={query.refetch} />}
    </Edit>
  )
}

function EditTag({ id }: { id: string }) {
  const query = useAsset('TAG', id)
  return (
    <Edit kind="tag" query={query}>
      {(asset) => <TagForm asset={asset} onReload={query.refetch} />}
    </Edit>
  )
}

type EditProps<A extends Asset> = {
  kind: AssetKind
  query: { data: A | undefined; error: unknown; refetch: () => unknown }
  children: (asset: A) => ReactNode
}

function Edit<A extends Asset>({ kind, query, children }: EditProps<A>) {
  const { t } = useTranslation('asset')
  return (
    <>
      <Header kind={kind} title={query.data?.name ?? t(`${kind}-edit`)} asset={query.data} />
      <Loaded query={query}>{children}</Loaded>
    </>
  )
}

function Header({ kind, title, asset }: { kind: AssetKind; title: string; asset?: Asset }) {
  const { t } = useTranslation('asset')
  const back = t('back-to-settings')
  return (
    <PageHeader
      lead={<BackLink to="/app/settings/list" search={{ tabIndex: ASSET_KINDS[kind] || undefined }} label={back} />}
      title={title}
      actions={asset && <DeleteAsset kind={kind} asset={asset} />}
    />
  )
}
