/** Cards or table: the switch of every list; not on a phone, where a wide table says nothing. */
import { LayoutGrid, List } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Segmented } from './filter/segmented.tsx'
import css from './list-menu.module.css'

/** As a list's address has it: left out means cards. */
type ListView = 'list' | undefined

export function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  const { t } = useTranslation('ui')
  return (
    <span className={css.wide}>
      <Segmented
        label={t('view')}
        value={view ?? 'grid'}
        iconsOnly
        options={[
          { value: 'grid', label: t('view-grid'), icon: <LayoutGrid size={18} aria-hidden /> },
          { value: 'list', label: t('view-list'), icon: <List size={18} aria-hidden /> },
        ]}
        onChange={(chosen) => onChange(chosen === 'list' ? 'list' : undefined)}
      />
    </span>
  )
}
