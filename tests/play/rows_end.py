"""Situations that end a round: aborts, draws, several winners, responsibility, points."""

from play.rows import TENPAI, Row

# Four hands that are tenpai together: 3s 6s; 6s 9s; 5p 8p; 7z.
READY = {
    0: TENPAI,
    1: "123p123s456p99m78s",
    2: "345678m33367p88s",
    3: "111222z666m234s7z",
}
READY_THREE = {0: "234567p78955s11z", 1: "123p123s456s22z99p", 2: "19m2468s1235677z"}
ALSO_6S = "234m345p678m78s99p"  # waits 6s 9s, pinfu
THIRD_6S = "345m345678p45s22p"  # waits 3s 6s, pinfu
NINE = "19m19p19s123z2468p"
NO_ABORTS = "wrc-2025 ema-2016 m-league saikouisen jpml-a"
EVEN = {"scores": [25000] * 4}

ABORTS = [
    Row(
        "R-080",
        "nine terminals: a choice, no payment, sticks stay, a counter more",
        {0: NINE},
        "6m",
        "?0 discard 6m; 0 nine; ?over nine_terminals; ?delta 0 0 0 0; ?deposits 1; ?next E1.2",
        rules="tenhou mahjong-soul traditional",
        at={"honba": 1, "deposits": 1},
    ),
    Row("R-081", "eight kinds", {0: "19m19p19s12z24689p"}, "6m", "?0 !nine_terminals"),
    Row("R-094", "no nine terminals", {0: NINE}, "6m", "?0 !nine_terminals", rules=NO_ABORTS),
    Row(
        "R-082 R-083 B101",
        "four equal winds, the third with riichi: its stick is paid and stays",
        {2: TENPAI},
        "3z3z3z3z",
        "0 3z; 1 3z; 2 riichi 3z; 3 3z; ?over four_winds; ?deposits 1;"
        "?scores 25000 25000 24000 25000; ?next E1.1",
        rules="tenhou mahjong-soul",
        at=EVEN,
    ),
    Row(
        "B101",
        "riichi on the fourth: it stands, then the round is drawn",
        {3: TENPAI},
        "3z3z3z3z",
        "0 3z; 1 3z; 2 3z; 3 riichi 3z; ?over four_winds; ?deposits 1",
        rules="tenhou mahjong-soul",
    ),
    Row(
        "B101",
        "with a kan between them the round goes on",
        {1: "111m258p369s1245z"},
        "3z1m3z3z",
        "0 3z; 1 ankan 1m; 1 3z; 2 3z; 3 3z; ?on",
        rules="tenhou mahjong-soul",
        at={"replacement": "3z"},
    ),
    Row(
        "R-094",
        "no abort for four winds",
        {},
        "3z3z3z3z",
        "0 3z; 1 3z; 2 3z; 3 3z; ?on",
        rules=NO_ABORTS,
    ),
    Row(
        "R-084 B102",
        "four riichi: four sticks on the table, the dealer stays",
        READY,
        "6z6z6z6z",
        "0 riichi 6z; 1 riichi 6z; 2 riichi 6z; 3 riichi 6z; ?over four_riichi; ?deposits 4;"
        "?scores 24000 24000 24000 24000; ?next E1.1",
        rules="tenhou mahjong-soul",
        at=EVEN,
    ),
    Row(
        "R-085 B102 B078",
        "the fourth declaration tile is ronned: a win, and no fourth stick",
        READY,
        "6z6z6z3s",
        "0 riichi 6z; 1 riichi 6z; 2 riichi 6z; 3 riichi 3s; 0 ron; ?over ron; ?deposits 0;"
        "?scores 38600 24000 24000 13400",
        rules="tenhou",
        at=EVEN | {"dora": "5z", "ura": "5z"},
    ),
    Row(
        "B102",
        "passed, it stands and the round is drawn",
        READY,
        "6z6z6z3s",
        "0 riichi 6z; 1 riichi 6z; 2 riichi 6z; 3 riichi 3s; 0 pass; ?over four_riichi;?deposits 4",
        rules="tenhou mahjong-soul",
    ),
    Row(
        "R-094",
        "no abort for four riichi",
        READY,
        "6z6z6z6z",
        "0 riichi 6z; 1 riichi 6z; 2 riichi 6z; 3 riichi 6z; ?on; ?deposits 4",
        rules=NO_ABORTS,
    ),
]

THREE_RONS = {1: TENPAI, 2: ALSO_6S, 3: THIRD_6S}

RONS = [
    Row(
        "R-089 B099",
        "three wins on one tile abort: nothing is paid, sticks stay",
        THREE_RONS,
        "6s",
        "0 6s; 1 ron 2 ron 3 ron; ?over triple_ron; ?delta 0 0 0 0; ?deposits 2; ?next E1.2",
        at={"honba": 1, "deposits": 2},
    ),
    Row(
        "B078",
        "on a declaration tile the stick is not paid either",
        THREE_RONS | {0: "123789m123789p5s"},
        "6s",
        "0 riichi 6s; 1 ron 2 ron 3 ron; ?over triple_ron; ?scores 25000 25000 25000 25000;"
        "?deposits 0",
        at=EVEN,
    ),
    Row(
        "B099",
        "two of the three who could: a double win",
        THREE_RONS,
        "6s",
        "0 6s; 1 ron 3 ron; ?over ron; ?winners 1 3",
        rules="tenhou mahjong-soul ema-2016",
    ),
    Row(
        "R-090",
        "all three are paid, counters and sticks to the first in turn order",
        THREE_RONS,
        "6s",
        "0 6s; 1 ron 2 ron 3 ron; ?winners 1 2 3; ?delta -4600 3600 1000 2000; ?deposits 0",
        rules="mahjong-soul",
        change={"reds": "", "renhou": "none"},
        at={"honba": 2, "deposits": 2, "dora": "5z"},
    ),
    Row(
        "R-091",
        "only the first in turn order wins",
        THREE_RONS | {0: "258m147p369s1234z", 1: THIRD_6S, 3: TENPAI},
        "6s",
        "0 6s; 1 ron 2 ron 3 ron; ?winners 1",
        rules="wrc-2025 m-league jpml-a saikouisen",
    ),
    Row(
        "R-091",
        "counted from the discarder, past the last seat",
        {0: TENPAI, 1: ALSO_6S, 3: THIRD_6S},
        "1z1z6s",
        "0 1z; 1 1z; 2 6s; 0 ron 1 ron 3 ron; ?winners 3",
        rules="wrc-2025 m-league jpml-a saikouisen",
    ),
    Row(
        "R-092",
        "one of three is furiten: the other two are paid",
        {1: TENPAI, 2: ALSO_6S, 3: "123p456p789p78s11m"},
        {0: "1z6s", 1: "1z", 2: "1z", 3: "3s"},
        "0 1z; 1 1z; 2 1z; 3 3s; 1 pass; 0 6s; ?1 !ron; 2 ron 3 ron; ?over ron; ?winners 2 3",
    ),
    Row(
        "R-103 R-114",
        "two winners and the dealer one of them: the dealer stays",
        {0: TENPAI, 1: ALSO_6S},
        "1z1z1z6s",
        "0 1z; 1 1z; 2 1z; 3 6s; 0 ron 1 ron; ?winners 0 1; ?next E1.3; ?deposits 0;"
        "?delta 4100 1000 0 -3100",
        rules="tenhou mahjong-soul",
        change={"reds": ""},
        at={"honba": 2, "deposits": 2, "dora": "5z"},
    ),
    Row(
        "R-117",
        "where one wins, only the first is paid",
        {0: TENPAI, 1: ALSO_6S},
        "1z1z1z6s",
        "0 1z; 1 1z; 2 1z; 3 6s; 0 ron 1 ron; ?winners 0; ?delta 4100 0 0 -2100",
        rules="wrc-2025",
        at={"honba": 2, "deposits": 2, "dora": "5z"},
    ),
    Row(
        "R-118",
        "where all win, each is paid in full and the sticks go to the first",
        {0: TENPAI, 1: ALSO_6S},
        "1z1z1z6s",
        "0 1z; 1 1z; 2 1z; 3 6s; 0 ron 1 ron; ?winners 0 1; ?deposits 0",
        rules="ema-2016",
        at={"honba": 2, "deposits": 2, "dora": "5z"},
    ),
    Row(
        "R-116",
        "the winner's own stick goes to the nearer winner too",
        {1: ALSO_6S, 2: TENPAI},
        "1z1z9m1z6s",
        "0 1z; 1 1z; 2 riichi 9m; 3 1z; 0 6s; 1 ron 2 ron; ?winners 1 2; ?deposits 0;"
        "?scores 16300 27000 31700 25000",
        rules="tenhou",
        change={"reds": ""},
        at=EVEN | {"dora": "5z", "ura": "5z"},
    ),
    Row(
        "R-017 B078",
        "a single ron on the declaration tile: no stick, the riichi is void",
        {0: "123789m123789p5s", 1: TENPAI},
        "6s",
        "0 riichi 6s; 1 ron; ?delta -1000 1000 0 0; ?scores 24000 26000 25000 25000; ?deposits 0",
        rules="tenhou mahjong-soul m-league jpml-a traditional",
        at=EVEN | {"dora": "5z"},
        change={"reds": ""},
    ),
]


def paid(hands: dict[int, str], ids: str, says: str, play: str, **more: object) -> Row:
    return Row(ids, says, hands, "", "end; ?over exhaustive; " + play, **more)  # type: ignore[arg-type]


def of(*seats: int) -> dict[int, str]:
    return {s: READY[s] for s in seats}


DRAWS = [
    paid(
        of(1),
        "R-095 B053",
        "one tenpai",
        "?tenpai 1; ?delta -1000 3000 -1000 -1000; ?next E2.1",
        rules="four",
    ),
    paid(
        of(0, 2),
        "R-096 B053",
        "two tenpai",
        "?tenpai 0 2; ?delta 1500 -1500 1500 -1500; ?next E1.1",
        rules="four",
    ),
    paid(
        of(0, 1, 2),
        "R-097 B053",
        "three tenpai",
        "?tenpai 0 1 2; ?delta 1000 1000 1000 -3000; ?next E1.1",
        rules="four",
    ),
    paid(READY, "R-098 B053", "four", "?delta 0 0 0 0; ?next E1.1", rules="four"),
    paid(
        {0: "258m147p369s1234z"},
        "R-098 B053",
        "none",
        "?tenpai; ?delta 0 0 0 0; ?next E2.1",
        rules="four",
    ),
    paid(
        {0: "258m147p369s1234z"},
        "R-102",
        "counters grow when the dealer is not tenpai",
        "?next E2.3",
        rules="four",
        at={"honba": 2},
    ),
    paid(
        {1: READY_THREE[0], 0: READY_THREE[2]},
        "R-099",
        "three players, one tenpai",
        "?tenpai 1; ?delta -1000 2000 -1000",
        rules="tenhou-sanma mahjong-soul-sanma",
    ),
    paid(
        READY_THREE,
        "R-099",
        "three players, two tenpai",
        "?tenpai 0 1; ?delta 1000 1000 -2000",
        rules="tenhou-sanma mahjong-soul-sanma",
    ),
    Row(
        "R-100 B049",
        "the stick of a riichi is paid once and waits for the next winner",
        {1: TENPAI},
        "9s9p",
        "0 9s; 1 riichi 9p; end; ?scores 24000 27000 24000 24000; ?deposits 1;"
        "?delta -1000 3000 -1000 -1000",
        rules="four",
        at=EVEN,
    ),
    Row(
        "R-101",
        "a non-dealer's win takes the counters away",
        {1: TENPAI},
        "6s",
        "0 6s; 1 ron; ?next E2.0",
        rules="four",
        at={"honba": 3},
    ),
    paid(
        {1: "1111m234p567p789s"},
        "R-034",
        "a wait of which the hand holds all four: not tenpai",
        "?tenpai",
        rules="tenhou mahjong-soul ema-2016",
    ),
    Row(
        "R-034 B066",
        "the four in an own kan: tenpai where only the hand is looked at",
        {1: "13m2222m456p789s1z"},
        "9s1z",
        "0 9s; 1 ankan 2m; 1 9p; end; ?tenpai 1",
        rules="tenhou mahjong-soul",
        at={"replacement": "9p"},
    ),
    Row(
        "R-035 B066",
        "not where melds count",
        {1: "12m3333m456p789s1z"},
        "9s1z",
        "0 9s; 1 ankan 3m; 1 9p; end; ?tenpai",
        rules="ema-2016",
        at={"replacement": "9p"},
    ),
    Row(
        "R-036",
        "a wait that is dead elsewhere: tenpai",
        {1: "13m456p789s123p99s"},
        {0: "2m", 2: "2m", 3: "2m"},
        "end; ?tenpai 1",
        rules="four",
        at={"dora": "2m"},
    ),
]

RIVER = "1m1m1m9m9m9m1p1p1p9p9p9p1s1s1s9s9s9s"
SIMPLES = "2468m2468p24568s"
IN_RIVER = {1: RIVER}

NAGASHI = [
    Row(
        "R-104",
        "a river of terminals: a mangan instead of the draw's payments",
        {1: SIMPLES},
        IN_RIVER,
        "end; ?over nagashi; ?delta -4000 8000 -2000 -2000; ?deposits 2; ?next E2.2",
        rules="tenhou mahjong-soul",
        at={"honba": 1, "deposits": 2},
    ),
    Row(
        "R-104 B051",
        "the dealer is tenpai and stays",
        {2: SIMPLES, 0: READY[2]},
        {2: RIVER[:34]},
        "end; ?over nagashi; ?delta -4000 -2000 8000 -2000; ?next S1.1",
        rules="tenhou mahjong-soul",
        at={"wind": 1},
    ),
    Row(
        "R-105 B051",
        "the dealer makes it without being tenpai and goes",
        {0: SIMPLES},
        {0: RIVER},
        "end; ?over nagashi; ?delta 12000 -4000 -4000 -4000; ?next E2.1",
        rules="tenhou mahjong-soul",
    ),
    Row(
        "R-106",
        "two at once",
        {0: SIMPLES, 2: "357m357p357s2346s"},
        {0: RIVER[:36], 2: "1z1z1z1z2z2z2z2z3z3z3z3z4z4z4z4z5z"},
        "end; ?over nagashi; ?delta 8000 -6000 4000 -6000",
        rules="tenhou mahjong-soul",
        change={"reds": ""},
    ),
    Row(
        "R-107 B052",
        "a tile of the river was called",
        {1: SIMPLES, 2: "77z258m147p369s12z"},
        {0: "3p" + RIVER[:34], 1: "7z"},
        "0 3p; 1 7z; 2 pon; 2 2m; end; ?over exhaustive",
        rules="tenhou mahjong-soul",
    ),
    Row(
        "R-107",
        "own calls do not matter",
        {1: "77z1z2468m2468p24s"},
        {0: "7z" + RIVER[:34]},
        "0 7z; 1 pon; 1 1z; end; ?over nagashi",
        rules="tenhou mahjong-soul",
    ),
    Row(
        "B052",
        "the last discard is ronned: only that",
        {1: SIMPLES, 0: "123456m456p78s22z", 2: "666s147p258m1234z", 3: "999s258m247p1235z"},
        {1: RIVER[:30] + "1z1z9s"},
        "..0; 1 9s; 0 ron; ?over ron; ?yaku 0 houtei",
        rules="tenhou mahjong-soul",
    ),
    Row(
        "B052",
        "the declaration tile counts like any other",
        {1: TENPAI},
        {1: "8s1m1m1m1z1z1z2z2z2z9p9p9p9s9s9s3z3z"},
        "..; 1 riichi 8s; end; ?over exhaustive",
        rules="tenhou mahjong-soul",
    ),
    Row(
        "R-109",
        "for three players without the absent one's part",
        {1: "2345678p234568s"},
        {1: RIVER},
        "end; ?over nagashi; ?delta -4000 6000 -2000",
        rules="tenhou-sanma mahjong-soul-sanma",
        change={"reds": ""},
    ),
    Row(
        "R-110",
        "as a win: counters, sticks and the deal move",
        {1: SIMPLES},
        IN_RIVER,
        "end; ?over nagashi; ?delta -4200 9600 -2200 -2200; ?deposits 0; ?next E2.0",
        change={"nagashi": "win"},
        at={"honba": 2, "deposits": 1},
    ),
    Row(
        "R-111",
        "not played",
        {1: SIMPLES},
        IN_RIVER,
        "end; ?over exhaustive; ?delta 0 0 0 0",
        rules="m-league saikouisen ema-2016",
    ),
    Row(
        "R-112",
        "from five counters a win needs two han, dora not counted",
        {1: TENPAI},
        "6s",
        "0 6s; ?1 !ron",
        change={"two_han_honba": 5},
        at={"honba": 5, "dora": "9p3s"},
    ),
    Row(
        "R-112",
        "with four it does not",
        {1: TENPAI},
        "6s",
        "0 6s; ?1 ron",
        change={"two_han_honba": 5},
        at={"honba": 4, "dora": "9p3s"},
    ),
    Row(
        "R-112",
        "two yaku are enough",
        {1: TENPAI},
        "9s9p6s",
        "0 9s; 1 riichi 9p; 2 6s; ?1 ron",
        change={"two_han_honba": 5},
        at={"honba": 5},
    ),
]

DRAGONS = {1: "556677z239m9p119s"}
CALLED = "0 5z; 1 pon; 1 9m; 2 1z; 3 6z; 1 pon; 1 9p; 2 7z; 1 pon; 1 9s; "
UNTIL = "5z1z6z7z"

PAO = [
    Row(
        "R-119",
        "who fed the third dragon pays the tsumo alone",
        DRAGONS,
        UNTIL + "2z3z3z4m",
        CALLED + "2 2z; 3 3z; 0 3z; 1 tsumo; ?yaku 1 daisangen; ?delta 0 32600 -32600 0",
        rules="tenhou mahjong-soul m-league wrc-2025 ema-2016",
        at={"honba": 2},
    ),
    Row(
        "R-120",
        "and half of a third player's ron, with the counters",
        DRAGONS,
        UNTIL + "2z4m",
        CALLED + "2 2z; 3 4m; 1 ron; ?delta 0 32600 -16600 -16000",
        at={"honba": 2},
    ),
    Row(
        "R-122",
        "the counters are the discarder's",
        DRAGONS,
        UNTIL + "2z4m",
        CALLED + "2 2z; 3 4m; 1 ron; ?delta 0 32600 -16000 -16600",
        rules="ema-2016",
        at={"honba": 2},
    ),
    Row(
        "R-121",
        "who fed deals in: all of it",
        DRAGONS,
        UNTIL + "4m",
        CALLED + "2 4m; 1 ron; ?delta 0 32600 -32600 0",
        rules="tenhou mahjong-soul ema-2016",
        at={"honba": 2},
    ),
    Row(
        "R-127",
        "a concealed dragon triplet: nobody fed the third",
        {1: "5556677z239m9p11s"},
        "6z7z2z3z3z4m",
        "0 6z; 1 pon; 1 9m; 2 7z; 1 pon; 1 9p; 2 2z; 3 3z; 0 3z; 1 tsumo; ?yaku 1 daisangen;"
        "?delta -16000 32000 -8000 -8000",
        rules="tenhou mahjong-soul m-league wrc-2025 ema-2016",
    ),
    Row(
        "R-128",
        "adding the fourth to that meld changes nothing",
        DRAGONS,
        UNTIL + "2z3z3z7z",
        CALLED + "2 2z; 3 3z; 0 3z; 1 kakan 7z; 1 tsumo; ?delta 0 32000 -32000 0",
        rules="tenhou mahjong-soul m-league wrc-2025 ema-2016",
        at={"replacement": "4m"},
    ),
    Row(
        "R-129",
        "the fourth wind",
        {1: "11223344z2p19m9p9s"},
        "1z5z2z3z4z5z5z5z2p",
        "0 1z; 1 pon; 1 1m; 2 5z; 3 2z; 1 pon; 1 9m; 2 3z; 1 pon; 1 9p; 2 4z; 1 pon; 1 9s;"
        "2 5z; 3 5z; 0 5z; 1 tsumo; ?yaku 1 daisuushii",
        rules="tenhou m-league wrc-2025 ema-2016",
    ),
    Row(
        "R-129",
        "it is paid by who fed it",
        {1: "11223344z2p19m9p9s"},
        "1z5z2z3z4z2p",
        "0 1z; 1 pon; 1 1m; 2 5z; 3 2z; 1 pon; 1 9m; 2 3z; 1 pon; 1 9p; 2 4z; 1 pon; 1 9s;"
        "2 2p; 1 ron; ?winners 1; ?over ron",
        rules="tenhou m-league wrc-2025 ema-2016",
    ),
    Row(
        "R-129",
        "three winds and a pair of the fourth: nobody answers for it",
        {1: "11223344z23m9m9p9s"},
        "1z5z2z3z5z6z6z4m",
        "0 1z; 1 pon; 1 9m; 2 5z; 3 2z; 1 pon; 1 9p; 2 3z; 1 pon; 1 9s; 2 5z; 3 6z; 0 6z;"
        "1 tsumo; ?yaku 1 shousuushii; ?delta -16000 32000 -8000 -8000",
        rules="tenhou mahjong-soul m-league wrc-2025 ema-2016",
    ),
    Row(
        "R-130",
        "the fourth kan, where it counts",
        {0: "222m888m222p888p3s"},
        "2m3z8p",
        "0 ankan 2m; 0 ankan 8m; 0 ankan 2p; 0 2z; 1 3z; 2 8p; 0 kan; 0 tsumo;"
        "?yaku 0 suukantsu; ?delta 48000 0 -48000 0",
        rules="wrc-2025 m-league",
        at={"replacement": "8m2p2z3s"},
    ),
    Row(
        "R-130",
        "and where it does not",
        {0: "222m888m222p888p3s"},
        "2m3z8p",
        "0 ankan 2m; 0 ankan 8m; 0 ankan 2p; 0 2z; 1 3z; 2 8p; 0 kan; 0 tsumo;"
        "?yaku 0 suukantsu; ?delta 48000 -16000 -16000 -16000",
        rules="tenhou mahjong-soul",
        at={"replacement": "8m2p2z3s"},
    ),
    Row(
        "R-131",
        "a daiminkan won on its replacement tile",
        {1: "111z234567m45s11p"},
        "1z",
        "0 1z; 1 kan; 1 tsumo; ?delta -1300 2700 -700 -700",
        rules="tenhou wrc-2025 ema-2016",
        at={"replacement": "6s", "dora": "5z5z"},
    ),
    Row(
        "R-131",
        "where its feeder answers for it",
        {1: "111z234567m45s11p"},
        "1z",
        "0 1z; 1 kan; 1 tsumo; ?delta -2700 2700 0 0",
        rules="jpml-a",
        change={"daiminkan_pao": True},
        at={"replacement": "6s", "dora": "5z5z"},
    ),
]

LAST = {"wind": 1, "dealer": 3}

POINTS = [
    Row(
        "R-132 B056",
        "below zero the match ends",
        {1: TENPAI},
        "6s",
        "0 6s; 1 ron; ?scores -100 27000 36000 37100; ?next end",
        rules="tenhou",
        change={"reds": ""},
        at={"scores": [900, 26000, 36000, 37100], "dora": "5z"},
    ),
    Row(
        "R-132 B056",
        "at zero it goes on",
        {1: TENPAI},
        "6s",
        "0 6s; 1 ron; ?scores 0 27000 36000 37000; ?next E2.0",
        rules="tenhou mahjong-soul",
        change={"reds": ""},
        at={"scores": [1000, 26000, 36000, 37000], "dora": "5z"},
    ),
    Row(
        "R-133",
        "a payment at a draw can do it",
        {1: TENPAI},
        "",
        "end; ?scores -500 36000 32000 32500; ?next end",
        rules="tenhou mahjong-soul",
        at={"scores": [500, 33000, 33000, 33500]},
    ),
    Row(
        "R-134 B056",
        "where nobody goes bust",
        {1: TENPAI},
        "1z9m9s9s6s",
        "0 1z; 1 9m; 2 9s; 3 9s; 0 6s; 1 ron; ?scores -4000 34000 45000 45000; ?next E2.0",
        rules="wrc-2025 m-league jpml-a saikouisen",
        change={"reds": ""},
        at={"scores": [-3000, 33000, 45000, 45000], "dora": "5z"},
    ),
    Row(
        "R-020",
        "riichi with fewer than a thousand points and below zero, nobody goes bust",
        {0: TENPAI},
        "9s",
        "0 riichi 9s; ?scores -100 40000 40000 40100; ?on",
        rules="wrc-2025",
        at={"scores": [900, 40000, 40000, 40100]},
    ),
    Row(
        "R-019",
        "where a thousand are needed",
        {0: TENPAI},
        "9s",
        "?0 !riichi",
        rules="tenhou ema-2016",
        at={"scores": [900, 33000, 33000, 33100]},
    ),
    Row(
        "R-135 B055",
        "the dealer wins the last round, leads and has the target: it ends",
        {3: TENPAI},
        "1z6s",
        "3 1z; 0 6s; 3 ron; ?next end",
        at=LAST | {"scores": [24000, 24000, 22000, 30000]},
    ),
    Row(
        "R-138",
        "where it does not end so",
        {3: TENPAI},
        "1z6s",
        "3 1z; 0 6s; 3 ron; ?next S4.1",
        rules="wrc-2025 m-league jpml-a saikouisen",
        at=LAST | {"scores": [24000, 24000, 22000, 50000]},
    ),
    Row(
        "R-137",
        "tenpai at the last draw ends it likewise",
        {3: TENPAI},
        "",
        "end; ?tenpai 3; ?next end",
        at=LAST | {"scores": [24000, 24000, 22000, 30000]},
    ),
    Row(
        "R-137",
        "not from second place",
        {3: TENPAI},
        "",
        "end; ?tenpai 3; ?next S4.1",
        at=LAST | {"scores": [44000, 14000, 12000, 30000]},
    ),
    Row(
        "R-143 B100",
        "an abort never ends it",
        {3: NINE},
        "6m",
        "3 nine; ?delta 0 0 0 0; ?next S4.1",
        at=LAST | {"scores": [20000, 20000, 20000, 40000]},
    ),
    Row(
        "B100",
        "nor in the extension",
        {3: NINE},
        "6m",
        "3 nine; ?next W4.1",
        at={"wind": 2, "dealer": 3, "scores": [20000, 20000, 20000, 40000]},
    ),
    Row(
        "R-140",
        "in the extension a dealer's win in a double ron goes before the target",
        {1: TENPAI, 2: ALSO_6S},
        "1z1z1z6s",
        "1 1z; 2 1z; 3 1z; 0 6s; 1 ron 2 ron; ?next W2.1",
        rules="tenhou",
        at={"wind": 2, "dealer": 1, "scores": [25000, 20000, 29500, 25500]},
    ),
]

ROWS = ABORTS + RONS + DRAWS + NAGASHI + PAO + POINTS
