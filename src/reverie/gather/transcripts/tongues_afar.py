"""How people correct an agent in languages of Asia: only what is plainly said against something."""

from __future__ import annotations

from reverie.gather.transcripts.cues import Cue, cue
from reverie.gather.transcripts.tongues import AT, EUROPE, MILD

ASIA: tuple[Cue, ...] = (
    cue(
        "Chinese",
        4.3,
        r"^\s*(?:不对|有问题[，,]|不是(?!.{0,12}[吗么?？])|错了|别(?:再|动|改|用|删|这)|不要|停(?:下|一下|[，,。！!]"
        r"|$)|等等|等一下|不行|不用)|这样不行",
        r"你(?:又)?(?:忘|漏|搞错|弄错|理解错|删|改错|没有?(?:按|改|看|理解))|你(?:又|怎么|这样|没有?)[^，。？?吗]{0,8}"
        r"(?:改|删|错|漏|乱|做)|你(?:到底)?在干(?:嘛|什么)|你一直在|为什么你|谁让你|怎么又|你别(?:改|动|删|再|用)|乱改"
        r"|擅自|骗我|(?:你应该|你要|请你)[^。？?吗]{1,30}而不是",
        r"不是(?:这样|这个意思|我要的|让你|[^，。]{0,12}(?:已经|早就)[^，。]{0,12}[吗么])"
        r"|(?<!是)不是[^，。？?吗]{1,24}[，,]?(?:而是|是[^不吗？?]{1,20}$)|反了|是错的|理解(?:错|有误|偏)|误解|(?:需求"
        r"|[跟和与]我[^，。]{0,6})不一致|不符合我|太复杂|太啰嗦",
        r"不是(?:这个|那个|你说的|我说的)|不要这样|我是(?:说|指|要你)|^\s*(?:错误的|算了)|你(?:都|还|根本)?没有?(?:做好|放|写|理解|看懂)"
        r"|我(?:说的|要的|指的|的意思)是|我没(?:有)?(?:让|叫|要)你|我(?:都|根本|完全)?不(?:想要|要|想|需要)|完全不需要"
        r"|你(?:目前|现在)?不(?:应该|该)|才对|没有这个[^，。]{0,16}(?:选项|按钮|文件|参数|方法|接口|功能)|为啥还"
        r"|我(?:刚才|之前|已经|上面)(?:说|讲|提)|撤销|回滚|改回|恢复(?:原|成|到)|不需要(?:这|你|再)|不要(?:改|动|删|用"
        r"|写|自己|修改|使用)",
    ),
    cue(
        "Japanese",
        4.3,
        r"^\s*(?:違う|違います|ちがう|いや[、。]|いいえ|待って|ちょっと待|やめて|そうじゃな|それは違)|(?:つける|する"
        r"|使う)の(?:は|を)?やめて|なんで.{1,16}ない",
        r"じゃなくて|(?:では|じゃ)なく(?:て)?[、]|ではなくて|そうではなく|間違(?:って|い|え)|(?:が|は|と)違(?:う"
        r"|います|って)|しないで(?:ください|ほしい)?|(?:は|も)不要|必要(?:は)?(?:ない|ありません)|いらない|いりません"
        r"|余計|すぎ(?:る|ます|では)",
        r"勝手に|なぜ.{0,20}(?:した|消し|変え)|なぜまた|また(?:同じ|間違)|忘れて(?:い|ま|る)|と言(?:った|いました)"
        r"|言ってない|見てない|聞いてない|頼んで(?:い)?ない|元に戻し|戻して|やり直し",
    ),
    cue(
        "Korean",
        4.3,
        r"^\s*(?:아니(?:요|야|,| )|틀렸|잠깐|멈춰)",
        r"그게 아니|엉터리|아닌데|아니고|되돌려|원래대로|하지 ?마(?:세요|라)?|(?<!하지 )말고 "
        r"|왜 .{0,20}(?:했|바꿨|지웠)"
        r"|왜 자꾸|빠뜨렸"
        r"|아니아니|잖아[.!]*$|(?:이전|처음|원래)(?:으로| ?상태로| ?대로) (?:다시 )?돌려|(?:적용|반영)이? 안 ?되"
        r"|잘못 |누가 .{0,12}(?:하래|했)|말했잖|시킨 적",
    ),
    cue(
        "Vietnamese",
        4.3,
        AT + r"(?:không phải|sai rồi|khoan|dừng lại|đừng)\b",
        r"\bkhông (?:đúng|cần thiết|phải (?:vậy|thế)|nên dùng|tồn tại)\b|\btôi không (?:muốn|cần)\b|\b(?:tại )?sao"
        r" (?:lại|bạn)\b|\b(?:bạn )?(?:nhầm|hiểu sai|làm sai)\b|\bhoàn tác\b|\bquay lại (?:như|bản)\b|\btôi (?:đã"
        r" )?(?:nói|bảo) (?:là|rồi)\b|\bchứ (?:không|ko|k)\b|\bý (?:tôi|mình|em) là\b",
    ),
    cue(
        "Turkish",
        4.3,
        AT + r"(?:hay[ıi]r|yanl[ıi]ş|dur|bekle|öyle değil)[,.! ]",
        r"\b(?:geri al|yanl[ıi]ş (?:yap|anla|olmuş)|öyle değil|böyle değil|neden (?:sildin|değiştirdin|yapt[ıi]n)"
        r"|unuttun|istemiyorum|demiştim|söyledim)",
    ),
    cue(
        "Indonesian",
        4.3,
        AT + r"(?:bukan|salah|jangan|tunggu|tidak,|gak|nggak)\b",
        r"\b(?:bukan (?:itu|begitu|yang)|kenapa (?:kamu|anda|malah|lu|lo)|kembalikan|batalkan|maksud saya|maksudku"
        r"|saya bilang|kok (?:malah|jadi))\b",
    ),
    cue(
        "Hindi",
        4.3,
        AT + r"(?:nahi+n?|galat|ruko|mat karo)\b",
        r"\b(?:galat (?:hai|kar|kiya)|aisa nahi+|yeh? nahi+|maine (?:kaha|bola)|kyu+n? (?:kiya|hataya|change)|wapas"
        r" (?:karo|kar do)|mat (?:karo|kar|hatao))\b|नहीं,|गलत|मत करो",
    ),
    cue(
        "Arabic or Persian",
        4.3,
        r"^\s*(?:لا[،, ](?! شكرا)|خطأ|ليس هذا|توقف|نه[،, ](?:من|داری|نوع|این|منظورم|نمی)|اشتباه)|لماذا (?:حذفت|غيرت"
        r"|قمت)|لم أطلب|قلت لك|أقصد|تراجع عن|چرا .{0,40}(?:کردی|نکردی|زدی|ساختی)|منظورم|داری اشتباه|برگردون",
    ),
)
TONGUES = (*EUROPE, *ASIA, *MILD)
