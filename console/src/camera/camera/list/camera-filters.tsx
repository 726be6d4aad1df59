/** The filter chips of the cameras list. CAM-01. */

import { CAMERA_STATUSES, CAMERA_TYPES, SHADOW_STATES } from '@mimamori/contract/camera/camera-lists.ts'
import { APP_CODES } from '@mimamori/contract/shared/app-catalogue.ts'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { ChoiceChip } from '#ui/list/filter/choice-chip.tsx'
import { useAssets, useHubs, useUnits } from '../camera-choices.ts'
import type { CameraSearch } from './camera-search.ts'

type Props = { search: CameraSearch; onChange: (change: Partial<CameraSearch>) => void }

export function CameraFilters({ search, onChange }: Props) {
  const { t } = useTranslation('camera')
  const { t: word } = useTranslation('word')
  return (
    <>
      <ChoiceChip
        label={t('status')}
        options={CAMERA_STATUSES.map((value) => ({ value, label: word(`status-${value}`) }))}
        chosen={search.status}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceChip
        label={t('type')}
        options={CAMERA_TYPES.map((value) => ({ value, label: t(`type-${value}`) }))}
        chosen={search.type}
        onChange={(type) => onChange({ type })}
      />
      <ChoiceChip
        label={t('filter-app')}
        options={APP_CODES.map((value) => ({ value, label: word(`app-${value}`) }))}
        chosen={search.app}
        onChange={(app) => onChange({ app })}
      />
      <ChoiceChip
        label={t('sync')}
        options={SHADOW_STATES.map((value) => ({ value, label: t(`sync-${value}`) }))}
        chosen={search.sync}
        onChange={(sync) => onChange({ sync })}
      />
      <NamedFilters search={search} onChange={onChange} />
    </>
  )
}

/** What the site itself names: units, tags, shifts, and hubs for those who may see them. A filter without choices is not offered. */
function NamedFilters({ search, onChange }: Props) {
  const { t } = useTranslation('camera')
  const { role } = useUser()
  const { data: units } = useUnits()
  const { data: hubs } = useHubs(mayCall(role, 'agent.search'))
  const { data: tags } = useAssets('TAG')
  const { data: shifts } = useAssets('SHIFT')
  return (
    <>
      <Named label={t('unit')} records={units} chosen={search.unit} onChange={(unit) => onChange({ unit })} />
      <Named label={t('tags')} records={tags} chosen={search.tag} onChange={(tag) => onChange({ tag })} />
      <Named label={t('shifts')} records={shifts} chosen={search.shift} onChange={(shift) => onChange({ shift })} />
      <Named label={t('hub')} records={hubs} chosen={search.hub} onChange={(hub) => onChange({ hub })} least={2} />
    </>
  )
}

type NamedProps = {
  label: string
  records: readonly { id: string; name: string }[] | undefined
  chosen: readonly string[] | undefined
  onChange: (ids: string[] | undefined) => void
  /** With fewer there is nothing to choose. */
  least?: number
}

function Named({ label, records = [], chosen, onChange, least = 1 }: NamedProps) {
  if (records.length < least && !chosen) return null
  return (
    <ChoiceChip
      label={label}
      options={records.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      onChange={onChange}
    />
  )
}
