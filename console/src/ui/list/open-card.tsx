/** A card of a grid that opens as a whole: its title is the link, and covers it. */
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import css from './open-card.module.css'

/** `image` fills the card's upper edge. */
export function OpenCard({ image, children }: { image?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.card}>
      {image}
      <div className={css.body}>{children}</div>
    </div>
  )
}

export const OpenCardTitle = createLink((props: ComponentProps<'a'>) => <a {...props} className={css.title} />)
