"""English forms that no stemmer joins: irregular plurals and two ways of spelling.

Each line is one word; its first form stands for all. Irregular verbs are in `verbs`.
"""

from __future__ import annotations

_FORMS = """
child children
man men
woman women
person people
foot feet
tooth teeth
mouse mice
goose geese
wife wives
knife knives
wolf wolves
half halves
shelf shelves
loaf loaves
scarf scarves
thief thieves
color colour
favorite favourite
neighbor neighbour
neighborhood neighbourhood
behavior behaviour
flavor flavour
honor honour
humor humour
labor labour
harbor harbour
rumor rumour
center centre
theater theatre
meter metre
liter litre
kilometer kilometre
fiber fibre
gray grey
program programme
check cheque
jewelry jewellery
tire tyre
pajamas pyjamas
mom mum
traveling travelling
canceled cancelled
modeling modelling
license licence
practice practise
defense defence
catalog catalogue
dialog dialogue
organize organise
realize realise
recognize recognise
apologize apologise
memorize memorise
prioritize prioritise
summarize summarise
customize customise
optimize optimise
specialize specialise
analyze analyse
allergy allergic allergies
aging ageing
skeptical sceptical
plow plough
donut doughnut
yogurt yoghurt
cozy cosy
airplane aeroplane
"""

# Pairs of a form and the form that stands for it.
SPELLINGS = tuple(
    (form, line.split()[0]) for line in _FORMS.strip().splitlines() for form in line.split()[1:]
)
# The form that stands for another one.
STANDARD = dict(SPELLINGS)
