"""The stored movements for people who come alone."""

from collections.abc import Mapping
from types import MappingProxyType

FIRST_ROUNDS: Mapping[int, str] = MappingProxyType(
    {
        4: "∞ 0 1 2",
        8: "∞ 0 2 3, 5 1 6 4",
        12: "∞ 0 1 8, 2 3 7 5, 6 9 4 10",
        16: "∞ 0 8 9, 2 13 12 6, 5 10 4 7, 11 3 14 1",
        20: "∞ 0 6 11, 2 14 9 13, 3 16 1 12, 4 5 10 7, 15 17 18 8",
        21: "1 12 7 16, 8 2 20 15, 19 6 17 3, 4 5 18 14, 9 11 13 10",
        24: "∞ 0 17 2, 1 19 22 6, 3 7 14 16, 13 10 18 9, 12 11 20 8, 4 21 15 5",
        25: "1 19 2 4, 5 14 12 9, 13 17 22 11, 24 18 8 7, 21 16 15 3, 6 23 20 10",
        28: "∞ 0 7 10, 1 8 13 17, 2 21 15 6, 23 18 24 25, 12 26 16 4, 14 3 5 11, 9 19 20 22",
        32: "∞ 0 27 17, 1 15 24 11, 8 13 28 29, 4 6 12 3, 9 21 2 26, 23 7 14 25, 5 30 10 18, 20 16 22 19",
        33: "1 30 32 7, 2 5 23 8, 21 9 10 26, 28 18 14 27, 16 17 24 29, 3 12 20 31, 22 15 11 25, 4 6 13 19",
        36: (
            "∞ 0 33 24, 1 21 28 32, 3 5 18 15, 10 11 25 17, 22 12 31 26, 4 16 6 13, 34 23 29 7, 19 2 20 "
            "14, 8 27 30 9"
        ),
        40: (
            "∞ 0 34 23, 1 32 15 5, 2 18 35 3, 20 24 28 33, 14 29 4 37, 16 38 36 27, 17 31 30 10, 26 13 8 "
            "6, 11 12 9 21, 7 25 22 19"
        ),
        44: (
            "∞ 0 33 29, 1 20 37 26, 3 39 35 2, 17 34 15 21, 42 41 23 31, 8 13 16 36, 5 18 6 27, 30 32 9 "
            "25, 11 14 19 28, 4 22 7 38, 10 24 40 12"
        ),
        45: (
            "1 26 4 16, 2 41 39 29, 3 40 43 25, 42 28 14 33, 44 8 7 18, 5 37 6 30, 11 15 31 32, 9 24 "
            "36 20, 23 21 34 27, 19 22 35 13, 10 38 17 12"
        ),
    }
)
"""The first round by number of players: tables of four; the first two are partners, the last two too.

Each later round adds one to every number; ∞ stays (see ``individuals``).
"""

# Nine players sit on a square of three by three instead of a ring: 3b + a stands for column a, row b.
NINE = "1 2 6 3, 4 8 7 5"

NEAR_ROUNDS: Mapping[int, str] = MappingProxyType(
    {
        6: "abdc, aebf, cdef, adfe, abcf, bced, acef, bcdf, abed, acfd, acbe, bdef, adce, becf, abdf",
        7: "abdc, cegf, aebg, adef, bfdg, bced, acgf, adcg, bcfe, adfe, bdgf, abge, cdge, abfc",
        10: (
            "aebg cdhf, afei bhgj, adfj cgih, abic dgej, bcjf dehi, acdg behf, bdfi cejh, abhd fgji, ahji"
            " cfeg, aecj bdig"
        ),
        11: (
            "abhg cedf, bgdi fhjk, acih ejgk, afei bdcj, bfik cgeh, abck dhij, adke cgfj, afdg beji, bfeh"
            " cigk, aifj bdhk, aegj cdkh"
        ),
        14: (
            "kjel mdin cgfh, lfbm agej kihn, nglk hadc jimb, nabl dfie mkcj, emng flac bkhd, nfjd "
            "bcgi ehma, edbc lhij akgf, fnjh ldgm eick, gbnj mahk feli, dljk aibg nhmc, kfmi nlce "
            "jbad, dnak cmgl bhfe, jaem ghdi cnbf"
        ),
    }
)
"""The rounds for numbers without a whist movement: the players (letters) at each table, N, E, S and W.

An offline beam search chose them to be good after any number of rounds. In each round the players with the
fewest rests sit out. Through eight rounds no two players are partners, or meet, more often than some pair
must; with eleven players one pair meets once more. With six players, after fifteen rounds every pair has been
partners twice and met six times; with seven, after fourteen, every pair has met four times. With fourteen,
after thirteen rounds nobody partnered anybody twice; one pair were opponents three times, the others at most
twice.
"""

NEAR_RINGS: Mapping[int, str] = MappingProxyType(
    {
        15: "12 1 3 4, 8 6 9 2, 11 14 13 7",
        18: "12 14 15 10, 1 7 17 3, 8 11 2 6, 4 5 16 13; 4 6 17 7, 8 16 13 14, 12 1 11 5, 10 3 2 15",
        19: "8 11 15 10, 1 3 9 17, 12 18 6 2, 4 16 5 14",
        22: (
            "12 18 7 6, 21 20 16 2, 14 1 8 5, 4 9 10 19, 15 3 17 13; "
            "18 8 3 5, 9 13 10 6, 16 19 7 15, 1 17 14 12, 20 2 21 4"
        ),
        23: "20 18 2 12, 3 11 5 14, 21 4 13 9, 7 10 17 6, 15 22 1 19",
    }
)
"""First rounds for numbers without a whist movement, written as ``FIRST_ROUNDS``; those not named sit out.

An odd number of players is one ring: each later round moves everybody one place along. An even number is two
rings of half as many, which move along at the same time, first from one first round, then from the other. In
as many rounds as there are players nobody partners anybody twice, nobody meets anybody more than twice as
opponents, and all sit out equally often; through eight rounds no two sit at one table more than twice.
"""
