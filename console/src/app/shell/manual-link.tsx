/** The user manual, in a tab of its own: one page a language (GEN-05). */
import { IconButton } from '@mui/material'
import { BookOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export function ManualLink({ className }: { className?: string | undefined }) {
  const { t, i18n } = useTranslation('app')
  return (
    <IconButton
      className={className}
      href={`/manual/${i18n.language}.html`}
      target="_blank"
      rel="noopener"
      aria-label={t('manual')}
      data-tip={t('manual')}
    >
      <BookOpen size={22} />
    </IconButton>
  )
}
