/** Buttons that lead to a page: real links for middle click and assistive technology, typed by the router. */
import { Button, IconButton, type IconButtonProps } from '@mui/material'
import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** `label` says where it leads. */
export const BackLink = createLink(({ label, ...rest }: IconButtonProps & { label: string }) => (
  <IconButton {...rest} aria-label={label} title={label}>
    <ArrowLeft size={20} />
  </IconButton>
))

export const LinkButton = createLink(Button)
export const LinkIconButton = createLink(IconButton)
