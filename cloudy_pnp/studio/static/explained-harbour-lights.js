// What schemas say in one game: its words win over those of all games. English: [Deutsch, Français, magyar].
export const titles = {
};

export const explanations = {
  "What the sea is like when the ship comes in.": [
    "Wie die See ist, wenn das Schiff einläuft.",
    "L’état de la mer quand le bateau rentre.",
    "Milyen a tenger, amikor a hajó befut.",
  ],
  "The lights that bring the ship home.": [
    "Die Lichter, die das Schiff nach Hause bringen.",
    "Les feux qui ramènent le bateau au port.",
    "A fények, amelyek hazavezetik a hajót.",
  ],
  "Points for whoever brings it home.": ["Punkte für die Person, die es nach Hause bringt.", "Les points pour qui le ramène au port.", "Pontok annak, aki hazavezeti."],
  "The icon in the middle of the card.": ["Das Symbol in der Mitte der Karte.", "L’icône au milieu de la carte.", "A kártya közepén álló ikon."],
};
