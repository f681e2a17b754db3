import type { Style } from '../../form/form.ts'

/** The looks that every service comes with, by name; every pair of colours in them can be read (WCAG AA). */
export const starterStyles = {
  light: {
    colors: {
      background: '#ffffff',
      text: '#1b1f24',
      accent: '#2450c8',
      accentText: '#ffffff',
      border: '#858c97',
      error: '#b3261e',
    },
    font: 'system',
    radius: 8,
    layout: 'left',
    components: {},
  },
  dark: {
    colors: {
      background: '#14171c',
      text: '#eceff4',
      accent: '#8ab4ff',
      accentText: '#0b1220',
      border: '#737d8c',
      error: '#ff9a8f',
    },
    font: 'rounded',
    radius: 14,
    layout: 'center',
    components: {},
  },
  warm: {
    colors: {
      background: '#fffaf3',
      text: '#2b2118',
      accent: '#9a3f16',
      accentText: '#ffffff',
      border: '#968370',
      error: '#a8201a',
    },
    font: 'serif',
    radius: 4,
    layout: 'left',
    components: { NextButton: { radius: 999 } },
  },
} as const satisfies Readonly<Record<string, Style>>

/** What is drawn where a form says nothing. */
export const defaultStyle: Style = starterStyles.light
