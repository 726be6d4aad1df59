/** settings/list, tab Integrations: the kinds of alerts that other devices of the site raise. REACH-54. */
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { type Kind, kindDraft, ROOM_FIELDS } from '@mimamori/contract/site/asset.ts'
import { Button, IconButton, Skeleton } from '@mui/material'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#lib/service/api.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { SiteChoice } from './asset-form.tsx'
import { useAllAssets, useRefreshAssets, useRemoveAsset } from './asset-queries.ts'
import css from './tag-card.module.css'

export function KindCard() {
  const { t } = useTranslation('asset')
  const query = useAllAssets('KIND')
  const remove = useRemoveAsset()
  const [edited, setEdited] = useState<Kind | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Kind | null>(null)
  const end = () => setEdited(null)
  return (
    <div className={css.place}>
      <Card title={t('kinds')} help={t('kinds-help')}>
        <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
          {(kinds) => (
            <>
              {kinds.length === 0 && edited === null && <p className={css.none}>{t('kinds-none')}</p>}
              <ul className={css.list}>
                {kinds.map((kind) =>
                  edited !== 'new' && edited?.id === kind.id ? (
                    <li key={kind.id}>
                      <KindForm kind={edited} onEnd={end} />
                    </li>
                  ) : (
                    <KindRow
                      key={kind.id}
                      kind={kind}
                      onEdit={() => setEdited(kind)}
                      onDelete={() => setLeaving(kind)}
                    />
                  ),
                )}
              </ul>
              {edited === 'new' && <KindForm onEnd={end} />}
              {edited === null && (
                <div className={css.create}>
                  <Button onClick={() => setEdited('new')}>{t('kind-add')}</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
      <ConfirmDialog
        open={leaving !== null}
        title={t('delete-title', { name: leaving?.name ?? '' })}
        text={t('kind-delete-text')}
        verb={t('delete')}
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving) await remove.mutateAsync(leaving)
          setLeaving(null)
          notifySuccess(t('kind-deleted'))
        }}
      />
    </div>
  )
}

function KindRow({ kind, onEdit, onDelete }: { kind: Kind; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation('asset')
  const { t: word } = useTranslation('word')
  const { name, severity, roomField, usageCount } = kind
  return (
    <li className={css.row}>
      <span className={css.name}>{name}</span>
      <span className={css.usage}>
        {word(`severity-${severity}`)} · {t(`room-field-${roomField}`)} · {t('usage-kind', { count: usageCount })}
      </span>
      <IconButton size="small" aria-label={t('kind-edit', { name })} onClick={onEdit}>
        <Pencil size={18} />
      </IconButton>
      <IconButton size="small" aria-label={t('kind-delete', { name })} onClick={onDelete}>
        <Trash2 size={18} />
      </IconButton>
    </li>
  )
}

function KindForm({ kind, onEnd }: { kind?: Kind; onEnd: () => void }) {
  const { t } = useTranslation('asset')
  const { t: word } = useTranslation('word')
  const { t: ui } = useTranslation('ui')
  const refresh = useRefreshAssets()
  const needsSite = isOverSites(useUser()) && !kind
  const { name = '', severity = 'high', roomField = 'name' } = kind ?? {}
  const values: z.input<typeof kindDraft> = { type: 'KIND', name, severity, roomField }
  const state = useRecordForm({
    schema: kindDraft,
    values,
    record: kind,
    save: async ({ tenantId, ...draft }, shown) => {
      const saved = await (shown
        ? call('asset.patch', { body: { ...draft, id: shown.id, version: shown.version } })
        : call('asset.create', { body: { ...draft, tenantId } }))
      await refresh()
      return saved
    },
    saved: t(kind ? 'kind-updated' : 'kind-added'),
    onSaved: onEnd,
  })
  const { control } = state.form
  return (
    <CardForm
      label={kind ? t('kind-edit', { name }) : t('kind-add')}
      state={state}
      verb={kind ? ui('save') : t('kind-add')}
      onCancel={onEnd}
    >
      {needsSite && <SiteChoice control={control} name="tenantId" />}
      <TextField control={control} name="name" label={t('name')} required autoFocus />
      <SelectField
        control={control}
        name="severity"
        label={t('severity')}
        options={SEVERITIES.map((value) => ({ value, label: word(`severity-${value}`) }))}
        required
      />
      <SelectField
        control={control}
        name="roomField"
        label={t('room-field')}
        options={ROOM_FIELDS.map((value) => ({ value, label: t(`room-field-${value}`) }))}
        required
      />
    </CardForm>
  )
}
