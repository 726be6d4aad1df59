/** Buttons that lead to a page: real links for middle click and assistive technology, typed by the router. */
import { Button, IconButton } from '@mui/material'
import { createLink } from '@tanstack/react-router'

export const LinkButton = createLink(Button)
export const LinkIconButton = createLink(IconButton)
