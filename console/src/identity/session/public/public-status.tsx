/** /404, /500 and /maintenance for users who are not signed in. */
import type { StatusKind } from '#ui/feedback/status-page.tsx'
import { StatusPage } from '#ui/feedback/status-page.tsx'
import css from './public-form.module.css'
import type { PublicPageProps } from './public-page.tsx'
import { usePublicTexts } from './public-texts.ts'

export default function PublicStatus({ kind, onGo }: PublicPageProps & { kind: StatusKind }) {
  const { session: t } = usePublicTexts()
  return (
    <StatusPage
      kind={kind}
      title={t[`${kind}-title`]}
      help={t[`${kind}-help`]}
      action={
        <button type="button" className={css.submit} onClick={() => onGo('/auth/login')}>
          {t.back}
        </button>
      }
    />
  )
}
