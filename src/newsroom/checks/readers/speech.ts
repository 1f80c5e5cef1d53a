/** A word that goes with a quotation and its speaker. */
export const SAYS =
  /\b(?:sa(?:id|ys?|ying)|t(?:old|ells?)|wr(?:ote|ites?)|written by|add(?:s|ed)|explain(?:s|ed)|not(?:es|ed)|argu(?:es|ed)|warn(?:s|ed)|comment(?:s|ed)|recall(?:s|ed)|repl(?:ies|ied)|ask(?:s|ed)|stat(?:es|ed)|describ(?:es|ed)|call(?:s|ed)|admit(?:s|ted)|conclud(?:es|ed)|insist(?:s|ed)|put it|puts it|remark(?:s|ed)|announc(?:es|ed)|claim(?:s|ed)|confirm(?:s|ed)|according to|declar(?:es|ed)|observ(?:es|ed)|pointed out|points out|acknowledg(?:es|ed)|in (?:the words of|(?:her|his|their|its) (?:own )?words)|promis(?:es|ed)|assur(?:es|ed)|complain(?:s|ed)|jok(?:es|ed)|thinks|thought|f(?:ound|inds)|consider(?:s|ed)|believ(?:es|ed))\b/i

/** A speaker who is only `she` or `he`. */
export const PRONOUN = new RegExp(
  String.raw`\b(?:he|she|they)\s(?:\w+\s)?${SAYS.source}|${SAYS.source}\s(?:he|she|they)\b`,
  'i',
)
