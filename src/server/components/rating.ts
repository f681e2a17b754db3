import { starsOf } from '../../form/types/rating.ts'
import { scaleControl } from './scale-control.ts'

export const rating = scaleControl({
  scaleOf: starsOf,
  look: ({ look }) => (look === 'numbers' ? 'scale' : 'stars'),
})
