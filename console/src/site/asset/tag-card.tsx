/** The tags of cameras: added, renamed and deleted where they stand. SET-02, SET-03. */
import { ASSET_NAME_MAX, type Tag } from '@mimamori/contract/site/asset.ts'
import { Button, OutlinedInput, Skeleton } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { useAllAssets, useRefreshAssets, useRemoveAsset } from './asset-queries.ts'
import css from './tag-card.module.css'
import { TagRow } from './tag-row.tsx'
import { useTagError } from './use-tag-error.ts'

export function TagCard() {
  const { t } = useTranslation('asset')
  const tags = useAllAssets('TAG')
  const remove = useRemoveAsset()
  const [leaving, setLeaving] = useState<Tag | null>(null)
  const all = tags.data
  return (
    <div className={css.place}>
      <Card title={t('tags')} help={t('tags-help')}>
        <NewTag />
        {tags.isPending && <Skeleton variant="rounded" height={96} />}
        {!all && tags.error && <LoadFailed error={tags.error} onRetry={tags.refetch} />}
        {all?.length === 0 && <p className={css.none}>{t('tags-none')}</p>}
        <ul className={css.list}>
          {all?.map((tag) => (
            <TagRow key={tag.id} tag={tag} onDelete={() => setLeaving(tag)} />
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        open={leaving !== null}
        title={t('delete-title', { name: leaving?.name ?? '' })}
        text={`${t('usage-tag', { count: leaving?.usageCount ?? 0 })} ${t('delete-text')}`}
        verb={t('delete')}
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving) await remove.mutateAsync(leaving)
          setLeaving(null)
          notifySuccess(t('tag-deleted'))
        }}
      />
    </div>
  )
}

function NewTag() {
  const { t } = useTranslation('asset')
  const refresh = useRefreshAssets()
  const [name, setName] = useState('')
  const { error, isBusy, run } = useTagError()
  const add = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await call('asset.create', { body: { type: 'TAG', name: name.trim() } })
      await refresh()
      setName('')
      notifySuccess(t('tag-added'))
    })
  }
  return (
    <form className={css.new} onSubmit={add} noValidate>
      <OutlinedInput
        size="small"
        value={name}
        error={error !== null}
        placeholder={t('tag-name')}
        inputProps={{
          'aria-label': t('tag-name'),
          'aria-describedby': error ? 'new-tag-error' : undefined,
          maxLength: ASSET_NAME_MAX,
        }}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" loading={isBusy} disabled={!name.trim()}>
        {t('tag-add')}
      </Button>
      {error && (
        <p id="new-tag-error" role="alert" className={css.error}>
          {error}
        </p>
      )}
    </form>
  )
}
