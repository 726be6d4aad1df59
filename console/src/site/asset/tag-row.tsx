/** One tag: its name, how many cameras have it, and both buttons; renamed in its place. */
import { ASSET_NAME_MAX, type Tag } from '@mimamori/contract/site/asset.ts'
import { Button, IconButton, OutlinedInput } from '@mui/material'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { useRefreshAssets } from './asset-queries.ts'
import css from './tag-card.module.css'
import { useTagError } from './use-tag-error.ts'

type Props = { tag: Tag; onDelete: () => void }

export function TagRow({ tag, onDelete }: Props) {
  const { t } = useTranslation('asset')
  const [isEdited, setEdited] = useState(false)
  if (isEdited) return <Rename tag={tag} onDone={() => setEdited(false)} />
  return (
    <li className={css.row}>
      <span className={css.name}>{tag.name}</span>
      <span className={css.usage}>{t('usage-tag', { count: tag.usageCount })}</span>
      <IconButton size="small" aria-label={t('tag-rename', { name: tag.name })} onClick={() => setEdited(true)}>
        <Pencil size={18} />
      </IconButton>
      <IconButton size="small" aria-label={t('tag-delete', { name: tag.name })} onClick={onDelete}>
        <Trash2 size={18} />
      </IconButton>
    </li>
  )
}

function Rename({ tag, onDone }: { tag: Tag; onDone: () => void }) {
  const { t } = useTranslation('asset')
  const { t: ui } = useTranslation('ui')
  const refresh = useRefreshAssets()
  const [name, setName] = useState(tag.name)
  const { error, isBusy, run } = useTagError()
  const save = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const { id, version } = tag
      await call('asset.patch', { body: { type: 'TAG', id, version, name: name.trim() } })
      await refresh()
      notifySuccess(t('tag-updated'))
      onDone()
    })
  }
  return (
    <li className={css.row}>
      <form className={css.new} onSubmit={save} noValidate>
        <OutlinedInput
          size="small"
          autoFocus
          value={name}
          error={error !== null}
          inputProps={{ 'aria-label': t('tag-rename', { name: tag.name }), maxLength: ASSET_NAME_MAX }}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
        />
        <Button type="submit" variant="contained" color="primary" loading={isBusy} disabled={!name.trim()}>
          {ui('save')}
        </Button>
        <Button variant="text" onClick={onDone}>
          {ui('cancel')}
        </Button>
        {error && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
      </form>
    </li>
  )
}
