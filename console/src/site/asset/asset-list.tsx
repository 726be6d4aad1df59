/** The list in a tab of the settings: of escalation rules, or of shifts. SET-01. */
import type { Asset, AssetType } from '@mimamori/contract/site/asset.ts'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { useAssetColumns } from './asset-columns.tsx'
import { askAssets, useAssetPage } from './asset-queries.ts'
import css from './tag-card.module.css'

const route = getRouteApi('/app/settings/list')

type Kind = 'escalation' | 'shift'
type Props<T extends AssetType> = {
  kind: Kind
  type: T
  columns: ListColumn<Extract<Asset, { type: T }>>[]
  /** False: drawn, but not asked for, because the licence does not have it. */
  isOn?: boolean
}

export function AssetList<T extends AssetType>({ kind, type, columns, isOn }: Props<T>) {
  const { t } = useTranslation('asset')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'name', ascending: true }, descendingFirst: ['lastEditedAt'] })
  const assets = useAssetPage(type, search.text, list.page, isOn)
  const all = useAssetColumns(kind, columns)
  const create = (
    <LinkButton
      to="/app/settings/asset/$assetType/new"
      params={{ assetType: kind }}
      variant="contained"
      color="primary"
      startIcon={<Plus size={18} />}
    >
      {t(`${kind}-new`)}
    </LinkButton>
  )
  return (
    <div>
      <div className={css.create}>{create}</div>
      <RecordTable
        name={`${kind}s`}
        label={t(`tab-${kind === 'shift' ? 'shifts' : 'escalation'}`)}
        list={list}
        query={assets}
        columns={all}
        keyOf={(asset) => asset.id}
        nameOf={(asset) => asset.name}
        onOpen={({ id }) =>
          navigate({ to: '/app/settings/asset/$assetType/edit/$assetId', params: { assetType: kind, assetId: id } })
        }
        searchLabel={t(`${kind}-search`)}
        none={{ title: t(`${kind}-none`), help: t(`${kind}-none-help`), action: create }}
        exported={(page) => askAssets(type, search.text, { ...list.page, ...page })}
      />
    </div>
  )
}
